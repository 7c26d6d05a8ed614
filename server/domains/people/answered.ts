interface Answerable {
  answered_at: string | null
}

/** Returns the columns to write; null if the record is marked so already, and keeps its time. */
export function answeredColumns(before: Answerable, isAnswered: boolean, now: string): Answerable | null {
  if ((before.answered_at !== null) === isAnswered) return null
  return { answered_at: isAnswered ? now : null }
}
