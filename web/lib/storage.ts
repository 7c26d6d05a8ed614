/**
 * What the browser keeps under a name: for good, or as long as the tab. Where storage is switched off or full nothing is
 * kept, and pages work without it.
 */
export function storage(key: string, place: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const read = (): string | null => {
    try {
      return globalThis[place].getItem(key)
    } catch {
      return null
    }
  }
  return {
    read,
    /** Null also where it is no JSON. */
    readJson(): unknown {
      try {
        return JSON.parse(read() ?? 'null')
      } catch {
        return null
      }
    },
    /** Null takes it away. */
    write(text: string | null): void {
      try {
        if (text === null) globalThis[place].removeItem(key)
        else globalThis[place].setItem(key, text)
      } catch {}
    },
  }
}
