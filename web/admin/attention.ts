import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { plural } from '../../contract/plural.ts'
import { type AttentionCounts, attentionMax } from '../../contract/system/dashboard.ts'
import { api } from '../lib/api.ts'
import { query } from '../lib/query.ts'
import { usePresence } from './use-presence.ts'
import { useRight } from './use-right.ts'

type Matter = keyof AttentionCounts

interface MatterWords {
  /** The section in which staff deal with the matter. The dashboard's card of the matter leads there too. */
  section: string
  one: string
  other: (count: string) => string
}

const matters: Record<Matter, MatterWords> = {
  seatPayments: {
    section: 'event-class-enrollments',
    one: '1 payment to check',
    other: (n) => `${n} payments to check`,
  },
  holds: {
    section: 'event-class-enrollments',
    one: '1 hold about to expire',
    other: (n) => `${n} holds about to expire`,
  },
  orderPayments: { section: 'orders', one: '1 payment to check', other: (n) => `${n} payments to check` },
  soldOut: {
    section: 'products',
    one: '1 product sold out',
    other: (n) => `${n} products sold out`,
  },
  refunds: { section: 'money', one: '1 refund due', other: (n) => `${n} refunds due` },
  enquiries: {
    section: 'category-visitor-list',
    one: '1 unanswered enquiry',
    other: (n) => `${n} unanswered enquiries`,
  },
  customRequests: {
    section: 'custom-requests',
    one: '1 unanswered request',
    other: (n) => `${n} unanswered requests`,
  },
  failedMessages: { section: 'outbox', one: '1 failed message', other: (n) => `${n} failed messages` },
  heldMessages: { section: 'outbox', one: '1 e-mail on hold', other: (n) => `${n} e-mails on hold` },
  onClosedDays: {
    section: 'office-timing',
    one: '1 session or order on a closed day',
    other: (n) => `${n} sessions and orders on closed days`,
  },
}

/** The server stops counting at `attentionMax`. */
export const countText = (count: number): string =>
  count >= attentionMax ? `${attentionMax}+` : String(count)

export interface Waiting {
  count: number
  /** The counts in words, such as `2 payments to check`. */
  words: readonly string[]
}

/** Returns what waits in the sections with these ids. */
export function waitingIn(counts: AttentionCounts | undefined, ids: readonly string[]): Waiting {
  const waiting = (Object.keys(matters) as Matter[])
    .map((matter) => ({ ...matters[matter], count: counts?.[matter] ?? 0 }))
    .filter(({ section, count }) => count > 0 && ids.includes(section))
  return {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    words: waiting.map(({ one, other, count }) => plural(count, { one, other: other(countText(count)) })),
  }
}

const asked = {
  ...query('GET /api/admin/attention'),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /api/admin/attention', {}, { signal, keepsSession: true }),
}
/** Several answers that arrive together make the numbers be read once. */
const settleMs = 300
const readAgainMs = 30_000
/** A timer must not keep the session of an absent user alive, so it stops this long after the last press. */
const presentForMs = 15 * 60_000

/**
 * Returns the numbers of the menu; undefined for a role without the dashboard, and while they are unknown. They are read
 * again after anything else was read, because each change reloads its list, and regularly, because of what others do.
 */
export function useAttentionCounts(): AttentionCounts | undefined {
  const isAllowed = useRight('morning')
  const client = useQueryClient()
  const readAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey: asked.queryKey }))
  const isPresent = usePresence(
    presentForMs,
    () => void client.invalidateQueries({ queryKey: asked.queryKey }),
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stopWatching = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (event.query.queryKey[0] === asked.queryKey[0]) return
      clearTimeout(timer)
      timer = setTimeout(() => readAgain(), settleMs)
    })
    return () => {
      clearTimeout(timer)
      stopWatching()
    }
  }, [client])
  return useQuery({
    ...asked,
    enabled: isAllowed,
    refetchOnWindowFocus: true,
    refetchInterval: () => isPresent() && readAgainMs,
  }).data?.data
}
