import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Press } from '../../../../contract/florist.ts'
import { type OrderStatus, statusUndoMs } from '../../../../contract/order-facts.ts'
import { api } from '../../../lib/api.ts'
import { keptPresses } from '../../../lib/kept-presses.ts'
import { newId } from '../../../lib/new-id.ts'
import { useStale } from '../../../lib/query.ts'
import { onStoredChange } from '../../../lib/stored-changes.ts'
import { toast } from '../../../ui/toast-store.ts'
import { capitalised } from '../../list/use-list.ts'
import { sayUndoable } from '../../undo-toast.ts'
import {
  forgetEarlierDays,
  type KeptPress,
  keepPress,
  readPresses,
  type Sent,
  sendPresses,
} from './press-queue.ts'

/** How often it is tried again while something waits. */
const retryMs = 15_000

type PressAnswer = { data: { id: string; status: OrderStatus; change: { id: string } | null } }

const sendPress = ({ key, order, body }: KeptPress): Promise<PressAnswer> =>
  api('POST /api/admin/florist/orders/:id/presses', { params: { id: order }, body }, { idempotencyKey: key })

const now = () => Date.now()

/** Of all lists on the page: one sending at a time. */
let running: Promise<void> | null = null

/** The presses that wait, and the way to make one: it is kept first, and sent as soon as there is a line. */
export function usePresses() {
  const stale = useStale()
  const text = useSyncExternalStore(onStoredChange, keptPresses.read, () => null)
  const waiting = text === null ? [] : readPresses(now())
  const changed = useRef(() => {})
  changed.current = () => stale('GET /api/admin/florist/day', 'GET /api/admin/florist/market')

  function flush(): void {
    running ??= sendPresses(now, sendPress, (sent) => told(sent, changed.current))
      .then(() => changed.current())
      .finally(() => {
        running = null
      })
  }

  useEffect(() => {
    const send = () => {
      forgetEarlierDays(now())
      if (readPresses(now()).length > 0) flush()
    }
    send()
    const timer = setInterval(send, retryMs)
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [])

  return {
    waiting,
    press(order: { id: string; ordernumber: string }, made: Omit<Press, 'at'>): void {
      const body = { ...made, at: new Date(now()).toISOString() }
      const kept = { key: newId(), order: order.id, number: order.ordernumber, body }
      if (keepPress(kept, now())) return flush()
      const { photograph: _, ...bare } = body
      toast({
        title: 'This phone keeps no more',
        description: 'The press was kept without its photograph. Please take it again when there is a line.',
        tone: 'error',
      })
      if (keepPress({ ...kept, body: bare }, now())) flush()
    },
  }
}

function told({ press, answer, refusal }: Sent<PressAnswer>, onUndone: () => void): void {
  if (refusal) {
    const description = refusal.message || 'The server refused it.'
    toast({ title: `${press.number}: this press does not count`, description, tone: 'error' })
    return
  }
  const { id, status, change } = answer.data
  if (change === null) return
  sayUndoable({
    title: press.number,
    description: `${capitalised(status)}.`,
    undoMs: statusUndoMs,
    of: [change],
    undo: (one) =>
      api('POST /api/admin/orders/:id/status/undo', { params: { id }, body: { change: one.id } }),
    onUndone,
    words: {
      undone: { title: 'Undone', description: 'The status is what it was, and nobody was told.' },
      verb: 'undone',
      unanswered: 'The server did not answer. Please look at the order and set its status.',
    },
  })
}
