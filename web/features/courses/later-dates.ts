import { counted } from '../../../contract/words.ts'
import type { CourseFacts } from './course-facts.ts'

/** How many dates after the next one have seats: `and 2 later dates`. */
export function laterDatesText({ batch, batches }: CourseFacts): string {
  const later = batches.filter(({ state, date }) => state === 'open' && date !== null && date > batch).length
  return later === 0 ? '' : `and ${counted(later, 'later date')}`
}
