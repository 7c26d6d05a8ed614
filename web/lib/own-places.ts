import { ownWords } from './own-words.ts'
import { jsonOf } from './storage.ts'

/** What one person keeps in this tab under a name, for several things: a course, a batch. */
export function ownPlaces<Kept extends object>(
  name: 'checkoutKey' | 'seatKey' | 'seatDrafts' | 'formDrafts',
  place: string,
) {
  const kept = ownWords(name)
  const all = () => (jsonOf(kept.read()) ?? {}) as Record<string, Partial<Kept> | undefined>
  return {
    /** Empty where nothing is kept; what it holds may be of another version of the site. */
    read: (): Partial<Kept> => all()[place] ?? {},
    /** Undefined takes it away. */
    write(next: Kept | undefined): void {
      const places = { ...all(), [place]: next }
      const isEmpty = Object.values(places).every((one) => one === undefined)
      kept.write(isEmpty ? null : JSON.stringify(places))
    },
  }
}
