import type { KeptName } from './kept-in-browser.ts'

/** What the browser keeps under a name, which the privacy page tells. Where storage is switched off or full, nothing is kept and nothing fails. */
export function storage(key: KeptName, place: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const read = (): string | null => {
    try {
      return globalThis[place].getItem(key)
    } catch {
      return null
    }
  }
  return {
    read,
    /** Null also where it is not JSON. */
    readJson: (): unknown => jsonOf(read()),
    /** Null takes it away. */
    write(text: string | null): void {
      try {
        if (text === null) globalThis[place].removeItem(key)
        else globalThis[place].setItem(key, text)
      } catch {}
    },
  }
}

/** Null also where it is not JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
