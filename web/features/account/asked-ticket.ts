import { useCallback, useEffect, useState } from 'react'

/** A letter with a code that this tab asked for. */
export interface AskedTicket {
  ticket: string
  /** Empty where the letter's link was opened: the page knows the ticket alone. */
  email: string
}

type Kept = AskedTicket & { untilMs: number }

/** As long as its code. */
const keptMs = 10 * 60_000

/**
 * What this tab asked for, kept over a reload: the letter is read in another tab, and phones let a tab go meanwhile.
 * In the tab alone, never in the address.
 */
export function useAskedTicket(
  purpose: 'sign-up' | 'reset-password',
): [AskedTicket | null, (asked: AskedTicket | null) => void] {
  const key = `asked:${purpose}`
  const [asked, setAsked] = useState<AskedTicket | null>(null)
  useEffect(() => setAsked((now) => now ?? read(key)), [key])
  const keep = useCallback(
    (next: AskedTicket | null) => {
      setAsked(next)
      write(key, next)
    },
    [key],
  )
  return [asked, keep]
}

function read(key: string): AskedTicket | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
    return kept !== null && kept.untilMs > Date.now() ? kept : null
  } catch {
    return null
  }
}

function write(key: string, asked: AskedTicket | null): void {
  try {
    if (asked === null) sessionStorage.removeItem(key)
    else
      sessionStorage.setItem(key, JSON.stringify({ ...asked, untilMs: Date.now() + keptMs } satisfies Kept))
  } catch {
    // storage is switched off: it lasts as long as the page
  }
}
