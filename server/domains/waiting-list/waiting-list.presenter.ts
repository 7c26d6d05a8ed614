import { courseDefaults } from '../../../contract/course-facts.ts'
import type { WaitingPlace } from '../../../contract/waiting-list.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Entry } from './waiting-list.repository.ts'

export function presentPlace(
  entry: Entry,
  facts: { now: string; isOver: boolean; position: number | null },
): WaitingPlace {
  return {
    state: stateOf(entry, facts),
    courseTitle: entry.course_title,
    courseSlug: entry.course_slug,
    batch: entry.starts_on ?? courseDefaults.nextbatch,
    amount: decimalRupees(entry.price_in_paise),
    position: facts.position,
    offerUntil: entry.offer_until,
    enrolmentId: entry.enrolment_id,
  }
}

function stateOf(entry: Entry, { now, isOver }: { now: string; isOver: boolean }): WaitingPlace['state'] {
  if (entry.status === 'waiting' && (isOver || entry.deleted_at !== null)) return 'over'
  // The offer has ended, and the loop that writes so has not run yet.
  if (entry.status === 'offered' && entry.offer_until !== null && entry.offer_until <= now) return 'lapsed'
  return entry.status
}
