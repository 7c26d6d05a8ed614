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

/**
 * P§3, reading W7: features as objects with a topic, as strings, as JSON text, or as comma- or
 * newline-separated text, all become a list of topics. Used on write by the server and on read by the browser.
 */
export function normaliseFeatures(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value
      .map((item) => {
        if (typeof item === 'string') return item.trim()
        const topic = (item as { topic?: unknown } | null)?.topic
        return typeof topic === 'string' ? topic.trim() : ''
      })
      .filter((topic) => topic !== '')
  }
  if (typeof value !== 'string') return []
  const typed = value.trim()
  if (typed.startsWith('[') || typed.startsWith('"')) {
    try {
      return normaliseFeatures(JSON.parse(typed))
    } catch {
      // not JSON after all: plain text that starts with a bracket
    }
  }
  return typed
    .split(typed.includes('\n') ? /\r?\n/ : ',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '')
}

/** P§2: a full batch shows Join Waitlist; an unlimited one never does (reading S5). */
export function isFull(batch: { capacity: number | null; enrolled: number }): boolean {
  return batch.capacity !== null && batch.enrolled >= batch.capacity
}
