import { ownWords } from './own-words.ts'
import { jsonOf } from './storage.ts'

/** A person's entries in this tab under one name, for several courses or batches. */
export function ownPlaces<Kept extends object>(
  name: 'checkoutKey' | 'seatKey' | 'seatDrafts' | 'formDrafts',
  place: string,
) {
  const kept = ownWords(name)
  const all = () => (jsonOf(kept.read()) ?? {}) as Record<string, Partial<Kept> | undefined>
  return {
    /** Empty if nothing is kept; an entry may come from another version of the site. */
    read: (): Partial<Kept> => all()[place] ?? {},
    write(next: Kept | undefined): void {
      const places = { ...all(), [place]: next }
      const isEmpty = Object.values(places).every((one) => one === undefined)
      kept.write(isEmpty ? null : JSON.stringify(places))
    },
  }
}
