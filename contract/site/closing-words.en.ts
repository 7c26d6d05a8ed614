// The texts about the days and hours on which the school is closed, in English.

export const hours = ({ from, until }: { from: string; until: string }) => `${from} to ${until}`
export const hoursFrom = ({ from }: { from: string }) => `from ${from}`
export const hoursUntil = ({ until }: { until: string }) => `until ${until}`

interface Closing {
  day: string
  /** Null if the school is closed all day. */
  hours: string | null
  reason: string
}
export const closedOnDay = ({ day, hours, reason }: Closing) =>
  hours === null ? `Closed on ${day} for ${reason}` : `Closed on ${day}, ${hours}, for ${reason}`
export const closedOnDays = ({ day, lastDay, hours, reason }: Closing & { lastDay: string }) =>
  hours === null
    ? `Closed from ${day} to ${lastDay} for ${reason}`
    : `Closed from ${day} to ${lastDay}, ${hours}, for ${reason}`

export const schoolClosed = 'The school is closed on this day'
export const schoolClosedBetween = ({ from, until }: { from: string; until: string }) =>
  `The school is closed from ${from} to ${until}`
export const schoolClosedFrom = ({ from }: { from: string }) => `The school is closed from ${from}`
export const schoolClosedUntil = ({ until }: { until: string }) => `The school is closed until ${until}`
export const schoolClosedFor = ({ closed, reason }: { closed: string; reason: string }) =>
  `${closed} for ${reason}`

export const batchCancelled = ({ day, reason }: { day: string; reason: string | null | undefined }) =>
  reason ? `The school is closed on ${day} for ${reason}.` : `The school is closed on ${day}.`
