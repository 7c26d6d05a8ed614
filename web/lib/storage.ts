import type { KeptName } from './kept-in-browser.ts'

/** A storage entry that the privacy page names. If storage is off or full, nothing is kept and nothing fails. */
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
    /** Null also if it is not JSON. */
    readJson: (): unknown => jsonOf(read()),
    write(text: string | null): void {
      try {
        if (text === null) globalThis[place].removeItem(key)
        else globalThis[place].setItem(key, text)
      } catch {}
    },
  }
}

/** Null also if it is not JSON. */
export function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
