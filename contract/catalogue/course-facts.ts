/** Default values for facts that a course lacks. */
export const courseDefaults = {
  title: 'Untitled Course',
  description: 'No description available',
  price: '0',
  duration: 'Not specified',
  sessions: 1,
  capacity: 20,
  enrolled: 0,
  nextbatch: 'Coming soon',
} as const

export const courseCategories = ['Diploma Course', 'Workshops'] as const

/**
 * Writes a known category in its usual spelling. Any other text stays; a value that is not a string becomes Beginner.
 */
export function normaliseCategory(value: unknown): string {
  if (typeof value !== 'string') return 'Beginner'
  const word = value.trim()
  const lower = word.toLowerCase()
  if (lower === 'diploma course' || lower === 'diploma courses') return 'Diploma Course'
  if (lower === 'workshops' || lower === 'special workshops') return 'Workshops'
  return word
}

/** True for a full batch, which offers the waiting list. An unlimited batch is never full. */
export function isFull(batch: { capacity: number | null; enrolled: number }): boolean {
  return batch.capacity !== null && batch.enrolled >= batch.capacity
}

/**
 * Reads `'3 hours'` as 3, and `'2.5 hrs'` as 2.5. Null for weeks and months, because they do not say how many hours.
 */
export function hoursOf(duration: string | null | undefined): number | null {
  const match = /(\d{1,9}(?:\.\d{1,9})?)\s{0,9}(?:hours?|hrs?)\b/i.exec(duration ?? '')
  return match ? Number(match[1]) : null
}
