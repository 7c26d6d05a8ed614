/** A course that leaves a fact out gets these values. */
export const courseDefaults = {
  title: 'Untitled Course',
  description: 'No description available',
  price: '0',
  duration: 'Not specified',
  sessions: 1,
  capacity: 20,
  enrolled: 0,
  rating: 4.5,
  nextbatch: 'Coming soon',
} as const

export const courseCategories = ['Diploma Course', 'Workshops'] as const

/** It maps a category to its known word. It keeps any other text, and makes Beginner of what is no text. */
export function normaliseCategory(value: unknown): string {
  if (typeof value !== 'string') return 'Beginner'
  const word = value.trim()
  const lower = word.toLowerCase()
  if (lower === 'diploma course' || lower === 'diploma courses') return 'Diploma Course'
  if (lower === 'workshops' || lower === 'special workshops') return 'Workshops'
  return word
}

/** A full batch shows Join Waitlist; an unlimited one never does. */
export function isFull(batch: { capacity: number | null; enrolled: number }): boolean {
  return batch.capacity !== null && batch.enrolled >= batch.capacity
}

/** `'3 hours'` → 3, `'2.5 hrs'` → 2.5; null for weeks and months, which do not tell hours. */
export function hoursOf(duration: string | null | undefined): number | null {
  const match = /(\d{1,9}(?:\.\d{1,9})?)\s{0,9}(?:hours?|hrs?)\b/i.exec(duration ?? '')
  return match ? Number(match[1]) : null
}
