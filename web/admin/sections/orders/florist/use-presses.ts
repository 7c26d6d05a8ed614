import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Press } from '../../../../../contract/orders/florist.ts'
import type { OrderStatus } from '../../../../../contract/orders/order-facts.ts'
import { api } from '../../../../lib/api.ts'
import { keptPresses, tidyPresses } from '../../../../lib/kept-presses.ts'
import { newId } from '../../../../lib/new-id.ts'
import { query } from '../../../../lib/query.ts'
import { onStoredChange } from '../../../../lib/stored-changes.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { capitalised } from '../../../list/use-list.ts'
import { sayStatusChanged } from '../../../undo-toast.ts'
import { type KeptPress, keepWhatFits, readPresses, type Sent, sendPresses } from './press-queue.ts'

/** The first wait before a retry. A phone reports that it is online before its first call succeeds. */
const firstRetryMs = 1_000
const lastRetryMs = 15_000

type PressAnswer = { data: { id: string; status: OrderStatus; change: { id: string } | null } }

const sendPress = ({ key, order, body }: KeptPress): Promise<PressAnswer> =>
  api('POST /api/admin/florist/orders/:id/presses', { params: { id: order }, body }, { idempotencyKey: key })

const now = () => Date.now()

/** Shared by all lists of the page, so that only one list sends at a time. */
let isSending = false
/** True if further clicks were made, or the phone came online, while earlier clicks were being sent. */
let isAskedAgain = false

const dayKey = ['GET /api/admin/florist/day']

/** The florist's clicks. Each click is stored first, and sent as soon as there is a connection. */
export function usePresses() {
  const queryClient = useQueryClient()
  const by = useQuery({ ...query('GET /api/auth/user'), refetchOnMount: false }).data?.id ?? ''
  const text = useSyncExternalStore(onStoredChange, keptPresses.read, () => null)
  const waiting = text === null ? [] : readPresses(by, now())
  /**
   * Clicks that were sent but that the loaded lists do not show yet. If these clicks were missing, an order would seem
   * to go back to its earlier step until the lists are loaded.
   */
  const [sent, setSent] = useState<readonly KeptPress[]>([])

  /** Loads the lists again. The loaded lists then show the sent clicks themselves. */
  const readAgain = useRef(async (_sent: readonly KeptPress[]) => {})
  readAgain.current = async (answered) => {
    // More clicks may be sent while the lists load. These later clicks stay in `sent`.
    const before = [...answered]
    const stale = ['GET /api/admin/florist/market', ...dayKey].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    )
    await Promise.all(stale)
    const days = queryClient.getQueryCache().findAll({ queryKey: dayKey, type: 'active' })
    if (days.some(({ state }) => state.isInvalidated)) return
    setSent((all) => all.filter((press) => !before.includes(press)))
  }
  const flush = useRef(() => {})
  flush.current = () => {
    isAskedAgain = true
    if (isSending) return
    const answered = [...sent]
    const send = async () => {
      isSending = true
      while (isAskedAgain) {
        isAskedAgain = false
        await sendPresses(by, now, sendPress, takeAnswer)
      }
    }
    const takeAnswer = (one: Sent<PressAnswer>) => {
      if (one.refusal === null) {
        // A list that is loading now may not contain this click, so its answer is dropped.
        void queryClient.cancelQueries({ queryKey: dayKey })
        answered.push(one.press)
        // The click is about to leave the queue, and that change is rendered before a change of React state. So
        // `flushSync` first shows the click as sent.
        flushSync(() => setSent((all) => [...all, one.press]))
      }
      sayAnswer(one, () => void readAgain.current(answered))
    }
    void send().finally(() => {
      isSending = false
      // The lists load in the background: a list that gets no response must not delay further clicks.
      void readAgain.current(answered)
    })
  }
  const hasWork = by !== '' && (waiting.length > 0 || sent.length > 0)
  const work = useRef(hasWork)
  work.current = hasWork

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const sendAndRetry = (retryMs: number) => {
      tidyPresses(by || null, now())
      if (work.current) flush.current()
      timer = setTimeout(sendAndRetry, retryMs, Math.min(2 * retryMs, lastRetryMs))
    }
    const send = () => {
      clearTimeout(timer)
      sendAndRetry(firstRetryMs)
    }
    send()
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [by])

  return {
    waiting,
    shown: [...sent, ...waiting],
    press(order: { id: string; ordernumber: string }, made: Omit<Press, 'at'>): void {
      const body = { ...made, at: new Date(now()).toISOString() }
      const kept = { key: newId(), by, order: order.id, number: order.ordernumber, body }
      const stored = keepWhatFits(kept, now())
      if (stored !== 'whole') toast({ ...storageFull[stored], tone: 'error' })
      if (stored !== 'nothing') flush.current()
    },
  }
}

const storageFull = {
  'without-photograph': {
    title: 'This phone’s storage is full',
    description: 'Your update was saved without its photo. Take the photo again when you’re online.',
  },
  nothing: {
    title: 'Your update wasn’t saved',
    description: 'This phone’s storage is full or turned off. Free up space and try again.',
  },
}

function sayAnswer({ press, answer, refusal }: Sent<PressAnswer>, onUndone: () => void): void {
  if (refusal) {
    const description = refusal.message || 'The server refused this update.'
    toast({ title: `${press.number} was not updated`, description, tone: 'error' })
    return
  }
  const { id, status, change } = answer.data
  if (change === null) return
  sayStatusChanged({
    title: press.number,
    description: `${capitalised(status)}.`,
    of: [{ order: id, change: change.id }],
    onUndone,
  })
}
