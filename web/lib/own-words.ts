import { newId } from './new-id.ts'
import { storage } from './storage.ts'

const names = ['checkoutDraft', 'checkoutKey', 'seatKey', 'seatDrafts', 'formDrafts', 'deliverTo'] as const
/** All tabs share it: another mark is another person. */
export const person = storage('person')
/** The mark of whoever typed what this tab keeps. */
const typedBy = storage('typedBy', 'sessionStorage')
/** Where the browser keeps nothing it lasts as long as the page. */
let inPage: Record<string, string | null> = {}

/** Somebody may have left in another tab, or while this one slept. */
export function forgetOthers(): void {
  const mark = `${person.read()}`
  const before = typedBy.read()
  if (before === mark) return
  typedBy.write(mark)
  // Nobody has typed here, but where to deliver may have been asked already.
  if (before === null) return
  inPage = {}
  for (const name of names) storage(name, 'sessionStorage').write(null)
}

/** In every tab: who signs out, or signs in as somebody else, leaves nothing behind. */
export function forgetOwnWords(): void {
  forgetOthers()
  person.write(newId())
  forgetOthers()
}

/** A place for what one person typed in this tab. Whoever uses the browser next does not find it. */
export function ownWords(name: (typeof names)[number]) {
  const kept = storage(name, 'sessionStorage')
  return {
    read(): string | null {
      forgetOthers()
      return inPage[name] ?? kept.read()
    },
    /** Null takes it away. */
    write(text: string | null): void {
      forgetOthers()
      inPage[name] = text
      kept.write(text)
    },
  }
}
