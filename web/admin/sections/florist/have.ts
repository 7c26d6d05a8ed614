import { storage } from '../../../lib/storage.ts'

const kept = storage('floristHave')

/** What is there already of each flower, as it was typed. */
export type Have = Readonly<Record<string, string>>

/** What was typed on this day; tomorrow it is another morning. */
export function readHave(today: string): Have {
  const { day, have } = (kept.readJson() ?? {}) as { day?: unknown; have?: unknown }
  if (day === today && typeof have === 'object' && have !== null) return have as Have
  kept.write(null)
  return {}
}

export function keepHave(today: string, have: Have): void {
  kept.write(JSON.stringify({ day: today, have }))
}
