import { newId } from './new-id.ts'
import { jsonOf, storage } from './storage.ts'

const names = ['checkoutDraft', 'checkoutKey', 'seatKey', 'seatDrafts', 'formDrafts', 'deliverTo'] as const
export const person = storage('person')
/** The mark of the person who typed what this tab keeps. */
const typedBy = storage('typedBy', 'sessionStorage')
/** It serves browsers that keep nothing. */
let inPage: Record<string, string | null> = {}

/** Drops the words if another person has signed in or out in another tab. */
export function forgetOthers(): void {
  const mark = `${person.read()}`
  const before = typedBy.read()
  if (before === mark) return
  typedBy.write(mark)
  // Nobody has typed here, but the delivery place may have been asked already.
  if (before === null) return
  inPage = {}
  for (const name of names) storage(name, 'sessionStorage').write(null)
}

/** Drops the words in all tabs. */
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
