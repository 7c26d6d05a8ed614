import { useCallback, useEffect, useState } from 'react'
import { storage } from '../../../lib/storage.ts'

export interface AskedTicket {
  ticket: string
  /** Empty if the letter's link was opened: then the page knows only the ticket. */
  email: string
}

type Kept = AskedTicket & { untilMs: number }

const keptMs = 10 * 60_000

/**
 * Keeps the asked ticket over a reload, because the letter is read in another tab and phones drop tabs meanwhile. It
 * stays in this tab and never enters the address.
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
