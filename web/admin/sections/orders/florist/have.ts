import { storage } from '../../../../lib/storage.ts'

const kept = storage('floristHave')

/** The flowers that are there already, as typed. */
export type Have = Readonly<Record<string, string>>

/** Each day begins empty, because tomorrow is another morning. */
export function readHave(today: string): Have {
  const { day, have } = (kept.readJson() ?? {}) as { day?: unknown; have?: unknown }
  if (day === today && typeof have === 'object' && have !== null) return have as Have
  kept.write(null)
  return {}
}

export function keepHave(today: string, have: Have): void {
  kept.write(JSON.stringify({ day: today, have }))
}
