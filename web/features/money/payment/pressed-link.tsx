import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { proofFragment } from '../../../../contract/registrations/link-fragments.ts'
import type { provedThing } from '../../../../contract/registrations/proofs.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Statement } from '../../../ui/heading.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { orderQuery } from './payables.tsx'
import { rememberProved } from './prove-by-link.ts'

type Pressed = { data: z.output<typeof provedThing> }

/**
 * Shown after a click on the e-mail's link. It takes the seat or places the order if there is still room, and leads to
 * the payment.
 */
export default function PressedLink({
  isOfOrder,
  isAgain,
}: {
  isOfOrder: boolean
  /** True if the visitor already has a paid seat in this batch. The new seat may be for somebody else. */
  isAgain: boolean
}) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [held, setHeld] = useState<Pressed['data'] | null>(null)
  const press = useMutation<Pressed, ApiError, { completes?: true }>({
    mutationFn: async (more) => {
      const token = location.hash.slice(proofFragment.length)
      const pressed = await api('POST /api/proofs', { body: { token, ...more } })
      rememberProved(pressed.data, token)
      return pressed
    },
    onSuccess: async ({ data }) => {
      // The page loaded the order before the link was confirmed, when nothing was held yet.
      if (isOfOrder) await client.invalidateQueries({ queryKey: orderQuery(data.id).queryKey })
      if (data.kind === 'seat-hold') setHeld(data)
      else void navigate(`/payment?${isOfOrder ? 'order' : 'enrollment'}=${data.id}`, { replace: true })
    },
  })
  const pressOnce = useEffectEvent(() => {
    if (!isAgain) press.mutate({})
  })
  useEffect(() => pressOnce(), [])
  if (held)
    return (
      <div role="status">
        <Statement
          title={
            held.holdUntil
              ? `A seat is kept for you until ${momentText(held.holdUntil)}`
              : 'The seat that was kept for you went back'
          }
        >
          {held.holdUntil
            ? 'Go on in the window in which you booked: it goes on by itself. Is it closed? Then book here, and pay on the next page.'
            : 'If you have not paid, you owe nothing. Booking here takes a seat anew, if one is left, and you pay on the next page.'}
        </Statement>
        <RefusalNote className="mt-6" error={press.error} />
        <Button className="mt-6" busy={press.isPending} onClick={() => press.mutate({ completes: true })}>
          Book here and pay
        </Button>
      </div>
    )
  if (isAgain && press.isIdle)
    return (
      <>
        <Statement title="Another seat, for somebody else?">
          A seat in this batch is confirmed with the same details already. Going on holds one more, and you
          pay for it on the next page.
        </Statement>
        <div className="mt-6 flex flex-wrap gap-4">
          <Button onClick={() => press.mutate({})}>Yes, another seat</Button>
          <ButtonLink to="/classes" variant="outline">
            No, I have my seat
          </ButtonLink>
        </div>
      </>
    )
  if (press.error) return <Refused {...{ isOfOrder }} error={press.error} onAgain={() => press.mutate({})} />
  return (
    <>
      <WithoutScripts of="page" />
      <Awaited label={isOfOrder ? 'Placing your order' : 'Holding your seat'} className="noscript:hidden" />
    </>
  )
}

function Refused({
  isOfOrder,
  error,
  onAgain,
}: {
  isOfOrder: boolean
  error: ApiError
  onAgain: () => void
}) {
  const { courseId, id } = error.details
  const isThere = error.code === 'already_enrolled'
  return (
    <div role="alert">
      <Statement
        title={
          isOfOrder
            ? 'We couldn’t place your order.'
            : isThere
              ? 'No second seat was taken.'
              : 'No seat could be held.'
        }
      >
        {error.message} Nothing was charged, and there is nothing to pay.
      </Statement>
      <div className="mt-6 flex flex-wrap gap-4">
        {isOfOrder ? (
          <ButtonLink to="/store">See the flowers</ButtonLink>
        ) : typeof id === 'string' ? (
          <ButtonLink to={`/payment?enrollment=${encodeURIComponent(id)}`}>See your seat</ButtonLink>
        ) : (
          <ButtonLink
            to={typeof courseId === 'string' ? `/classes/${encodeURIComponent(courseId)}` : '/classes'}
          >
            {error.code === 'batch_full' ? 'See other dates, or the waiting list' : 'See our dates'}
          </ButtonLink>
        )}
        {!isThere && (
          <Button variant="outline" onClick={onAgain}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
