import { counted } from '../../../../contract/words.ts'
import type { CourseFacts } from './course-facts.ts'

export function laterDatesText({ batch, batches }: CourseFacts): string {
  const later = batches.filter(({ state, date }) => state === 'open' && date !== null && date > batch).length
  return later === 0 ? '' : `and ${counted(later, 'later date')}`
}
