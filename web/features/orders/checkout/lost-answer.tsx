import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, api } from '../../../lib/api.ts'
import type { Once } from '../../../lib/use-sending.ts'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { orderKey } from './order-key.ts'

export interface Placed {
  id: string
  status: string
  /** The key shows the server that this browser placed the order. */
  key?: string | undefined
  /** The order was sent earlier, and its answer has come now. */
  isFound?: boolean
}

/** @throws ApiError */
export async function sendOrder(body: unknown, once: Once): Promise<Placed> {
  return (await api('POST /api/orders', { body: body as never }, once)).data
}

/** The order that was sent earlier and has no answer yet; null if it never arrived. This places nothing. */
export async function askForLost(): Promise<Placed | null> {
  const placed = await orderKey.ask(sendOrder)
  return placed && { ...placed, isFound: true }
}

/** Asks as soon as the checkout opens: the lost order may have emptied the cart or taken a slot's last place. */
export function useLostAnswer(onFound: (placed: Placed) => void) {
  const [isAsked] = useState(() => orderKey.unanswered() !== null)
  const lost = useQuery<Placed | null, ApiError>({
    queryKey: ['the order without an answer'],
    queryFn: askForLost,
    enabled: isAsked,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (lost.data) onFound(lost.data)
  }, [lost.data, onFound])
  return { isAsked, lost }
}

/** Replaces the empty cart while an order may have emptied it. */
export function LostAnswer({
  isAsked,
  lost,
  children,
}: ReturnType<typeof useLostAnswer> & { children: ReactNode }) {
  if (!isAsked || lost.data === null) return children
  if (lost.isPending || lost.data) return <Awaited label="Looking for your order" />
  return (
    <FailedNote tone="error" title="We could not look whether your order has arrived." of={lost}>
      {lost.error?.message || 'Please check your connection and try again.'}
    </FailedNote>
  )
}
