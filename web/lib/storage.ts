import type { KeptName } from '../../contract/system/kept-in-browser.ts'

/**
 * One named entry of the browser's storage; the privacy page lists all names. Reading and writing never throw, even if
 * the storage is off or full.
 */
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
    readJson: (): unknown => jsonOf(read()),
    write(text: string | null): void {
      try {
        if (text === null) globalThis[place].removeItem(key)
        else globalThis[place].setItem(key, text)
      } catch {}
    },
  }
}

/** Parses JSON; null if the text is not JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
