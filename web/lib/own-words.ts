import { newId } from './new-id.ts'
import { jsonOf, storage } from './storage.ts'

const names = ['checkoutDraft', 'checkoutKey', 'seatKey', 'seatDrafts', 'formDrafts', 'deliverTo'] as const
export const person = storage('person')
/** The mark (a random id) of the person who typed the text that this tab keeps. */
const typedBy = storage('typedBy', 'sessionStorage')
/** The typed text in memory, for browsers that store nothing. */
let inPage: Record<string, string | null> = {}

/** Drops the typed text if another person has signed in or out in another tab. */
export function forgetOthers(): void {
  const mark = `${person.read()}`
  const before = typedBy.read()
  if (before === mark) return
  typedBy.write(mark)
  // Nobody has typed text in this tab, except perhaps a place of delivery, which stays.
  if (before === null) return
  inPage = {}
  for (const name of names) storage(name, 'sessionStorage').write(null)
}

/** Drops the typed text in all tabs, because the person's mark changes. */
export function forgetOwnWords(): void {
  forgetOthers()
  person.write(newId())
  forgetOthers()
}

export function ownWords(name: (typeof names)[number]) {
  const kept = storage(name, 'sessionStorage')
  return {
    read(): string | null {
      forgetOthers()
      return inPage[name] ?? kept.read()
    },
    write(text: string | null): void {
      forgetOthers()
      inPage[name] = text
      kept.write(text)
    },
  }
}

/** Stores texts that a person typed in this tab under one name, separately for each course or batch. */
export function ownPlaces<Kept extends object>(
  name: 'checkoutKey' | 'seatKey' | 'seatDrafts' | 'formDrafts',
  place: string,
) {
  const kept = ownWords(name)
  const all = () => (jsonOf(kept.read()) ?? {}) as Record<string, Partial<Kept> | undefined>
  return {
    /**
     * The entry; empty if nothing is stored. Another version of the site may have written the entry, so fields may be
     * missing.
     */
    read: (): Partial<Kept> => all()[place] ?? {},
    write(next: Kept | undefined): void {
      const places = { ...all(), [place]: next }
      const isEmpty = Object.values(places).every((one) => one === undefined)
      kept.write(isEmpty ? null : JSON.stringify(places))
    },
  }
}
