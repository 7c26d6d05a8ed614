import { useCallback, useEffect, useState } from 'react'
import { storage } from '../../lib/storage.ts'

/** A letter with a code that this tab asked for. */
export interface AskedTicket {
  ticket: string
  /** Empty where the letter's link was opened: the page knows the ticket alone. */
  email: string
}

type Kept = AskedTicket & { untilMs: number }

/** A code is good for so long. */
const keptMs = 10 * 60_000

/**
 * What this tab asked for, kept over a reload: the letter is read in another tab, and phones let a tab go meanwhile.
 * In the tab alone, never in the address.
 */
export function useAskedTicket(
  purpose: 'sign-up' | 'reset-password',
): [AskedTicket | null, (asked: AskedTicket | null) => void] {
  const [asked, setAsked] = useState<AskedTicket | null>(null)
  useEffect(() => {
    const kept = storageOf(purpose).readJson() as Kept | null
    setAsked((now) => now ?? (kept !== null && kept.untilMs > Date.now() ? kept : null))
  }, [purpose])
  const keep = useCallback(
    (next: AskedTicket | null) => {
      setAsked(next)
      const kept: Kept | null = next && { ...next, untilMs: Date.now() + keptMs }
      storageOf(purpose).write(kept && JSON.stringify(kept))
    },
    [purpose],
  )
  return [asked, keep]
}

const storageOf = (purpose: string) => storage(`asked:${purpose}`, 'sessionStorage')
