import { courseDefaults } from '../../../contract/course-facts.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'

/**
 * The seat must be in the batch that the page showed. `given` is that batch's day, or the text shown; without it any
 * batch is right. `card` is the text that the course's card shows now: the day of a past batch if none is to come.
 *
 * @throws `batch_changed` with the day, or the text, of the batch that comes next
 */
export function requireSameBatch(given: string | undefined, startsOn: string | null, card: string): void {
  const named = given?.trim()
  if (!named) return
  const { nextbatch: comingSoon } = courseDefaults
  const isSame =
    startsOn === null
      ? named.toLowerCase() === comingSoon.toLowerCase() || dayOf(named) === card
      : dayOf(named) === startsOn
  if (isSame) return
  if (startsOn === null) throw new DomainError('batch_changed', { details: { nextbatch: comingSoon } })
  throw refusal('batch-moved', { facts: { day: startsOn }, details: { nextbatch: startsOn } })
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day as pages show it, `Thu, 12 March 2026`: browsers differ in commas and in how they shorten a name. */
const dayAsShown = /^(?:[a-z]+\.?,? )?(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i

/** The school day of a text as pages show it; other text as it is. */
function dayOf(named: string): string {
  const [, day, month = '', year] = dayAsShown.exec(named) ?? []
  const index = months.indexOf(month.toLowerCase())
  if (day === undefined || index < 0) return named
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
