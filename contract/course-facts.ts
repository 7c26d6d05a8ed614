/** P§3, B§9: what a course is when nothing else is said. */
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

/** P§3: the words a category goes by. Other text is kept, non-text becomes Beginner (reading W8). */
export function normaliseCategory(value: unknown): string {
  if (typeof value !== 'string') return 'Beginner'
  const word = value.trim()
  const lower = word.toLowerCase()
  if (lower === 'diploma course' || lower === 'diploma courses') return 'Diploma Course'
  if (lower === 'workshops' || lower === 'special workshops') return 'Workshops'
  return word
}

/** P§2: a full batch shows Join Waitlist; an unlimited one never does (reading S5). */
export function isFull(batch: { capacity: number | null; enrolled: number }): boolean {
  return batch.capacity !== null && batch.enrolled >= batch.capacity
}

/** Reading S9: `'3 hours'` → 3, `'2.5 hrs'` → 2.5; weeks and months say nothing about hours. */
export function hoursOf(duration: string | null | undefined): number | null {
  const match = /(\d{1,9}(?:\.\d{1,9})?)\s{0,9}(?:hours?|hrs?)\b/i.exec(duration ?? '')
  return match ? Number(match[1]) : null
}
