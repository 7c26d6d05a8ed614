/** The prices of the hall by their keys. A label has the day and the times. A price is an amount in rupees, as text. */
export type EventPricing = Record<string, { label: string; price: string }>

export const pricingRowsMax = 50

export const noPricingRows = 'Please add at least one pricing row before saving.'

const timesPattern =
  /(?<start>\d{1,2}:\d{2})\s{0,9}(?<startHalf>[AP]M)\s{0,9}[-–]\s{0,9}(?<end>\d{1,2}:\d{2})\s{0,9}(?<endHalf>[AP]M)$/i

/** Returns the times of 12 hours in a label, and the text before them, or null if the label has another form. */
export function pricingTimes(label: string) {
  const times = timesPattern.exec(label)
  if (times?.groups === undefined) return null
  const { start = '', startHalf = '', end = '', endHalf = '' } = times.groups
  return { before: label.slice(0, times.index), start, startHalf, end, endHalf }
}

/** True if a span of hours ends after it starts. An end at 12:00 AM means midnight. */
export function endsAfterStart(
  span: Pick<NonNullable<ReturnType<typeof pricingTimes>>, 'start' | 'startHalf' | 'end' | 'endHalf'>,
): boolean {
  const minutes = (time: string, half: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    return ((hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)) * 60 + minute
  }
  const end = minutes(span.end, span.endHalf) || 24 * 60
  return end > minutes(span.start, span.startHalf)
}

/** Splits a label at its first digit, into the day and the times. */
export function splitPricingLabel(label: string): { day: string; time: string } {
  const at = label.search(/\d/)
  if (at === -1) return { day: label.trim(), time: '' }
  return { day: label.slice(0, at).trim(), time: label.slice(at).trim() }
}
