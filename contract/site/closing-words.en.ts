// The texts about the days and hours on which the school is closed, in English.

export const hours = ({ from, until }: { from: string; until: string }) => `${from} to ${until}`
export const hoursFrom = ({ from }: { from: string }) => `from ${from}`
export const hoursUntil = ({ until }: { until: string }) => `until ${until}`

interface Closing {
  day: string
  /** Null if the whole day is closed. */
  hours: string | null
  reason: string
}
export const closedOnDay = ({ day, hours, reason }: Closing) =>
  hours === null ? `Closed on ${day} for ${reason}` : `Closed on ${day}, ${hours}, for ${reason}`
export const closedOnDays = ({ day, lastDay, hours, reason }: Closing & { lastDay: string }) =>
  hours === null
    ? `Closed from ${day} to ${lastDay} for ${reason}`
    : `Closed from ${day} to ${lastDay}, ${hours}, for ${reason}`

/** `reason` is null if the school is always closed on this weekday. */
interface Because {
  reason: string | null
}
export const schoolClosed = ({ reason }: Because) =>
  reason === null ? 'The school is closed on this day' : `The school is closed on this day for ${reason}`
export const schoolClosedBetween = ({ from, until, reason }: Because & { from: string; until: string }) =>
  reason === null
    ? `The school is closed from ${from} to ${until}`
    : `The school is closed from ${from} to ${until} for ${reason}`
export const schoolClosedFrom = ({ from, reason }: Because & { from: string }) =>
  reason === null ? `The school is closed from ${from}` : `The school is closed from ${from} for ${reason}`
export const schoolClosedUntil = ({ until, reason }: Because & { until: string }) =>
  reason === null
    ? `The school is closed until ${until}`
    : `The school is closed until ${until} for ${reason}`

export const batchCancelled = ({ day, reason }: { day: string; reason: string | null | undefined }) =>
  reason ? `The school is closed on ${day} for ${reason}.` : `The school is closed on ${day}.`
