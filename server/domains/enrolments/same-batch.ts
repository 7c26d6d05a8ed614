import { courseDefaults } from '../../../contract/course-facts.ts'
import { DomainError } from '../../../contract/errors.ts'

/**
 * Reading M3: the batch that the page showed must still be the one that a seat is taken in. It is named by its day,
 * or by the text of the course's card; a caller that names none takes what comes next.
 *
 * @param card the text that the course's card shows now: a past batch's day where none is to come (reading S1)
 * @throws `batch_changed` with the text that the card shows now
 */
export function requireSameBatch(given: string | undefined, startsOn: string | null, card: string): void {
  const named = given?.trim()
  if (!named) return
  const day = startsOn ?? courseDefaults.nextbatch
  if (named === day) return
  if (startsOn === null && (named === card || named.toLowerCase() === day.toLowerCase())) return
  throw new DomainError('batch_changed', {
    ...(startsOn === null
      ? {}
      : { message: `The next batch now begins on ${startsOn}. Please check the new date and try again.` }),
    details: { nextbatch: startsOn ?? card },
  })
}
