import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { proofFragment } from '../../../../contract/registrations/link-fragments.ts'
import type { provedThing } from '../../../../contract/registrations/proofs.ts'
import { momentText } from '../../../../contract/words.ts'
import { useTerms } from '../../../lib/accepted-terms.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { IfPart } from '../../../lib/if-part.tsx'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Statement } from '../../../ui/heading.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { visitStore } from './cancelled-part.en.ts'
import { orderQuery } from './payables.tsx'
import * as text from './pressed-link.en.tsx'
import { rememberProved } from './prove-by-link.ts'

type Pressed = { data: z.output<typeof provedThing> }

/**
 * Opens after a click on the e-mail's link. Takes the seat or places the order if there is still room, and leads to the
 * payment.
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
  const terms = useTerms('course-terms')
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
          title={held.holdUntil ? text.heldUntil({ until: momentText(held.holdUntil) }) : text.noLongerHeld}
        >
          {held.holdUntil ? text.heldLead : text.noLongerHeldLead}
        </Statement>
        {terms.hash && (
          <p className="mt-4 text-ink-soft">
            {terms.summary}{' '}
            {text.readTerms((words) => (
              <a className="link" href="/terms/courses" target="_blank" rel="noopener">
                {words}
              </a>
            ))}
          </p>
        )}
        <RefusalNote className="mt-6" error={press.error} />
        <Button className="mt-6" busy={press.isPending} onClick={() => press.mutate({ completes: true })}>
          {text.bookAndPay}
        </Button>
      </div>
    )
  if (isAgain && press.isIdle)
    return (
      <>
        <Statement title={text.anotherSeat}>{text.anotherSeatLead}</Statement>
        <div className="mt-6 flex flex-wrap gap-4">
          <Button onClick={() => press.mutate({})}>{text.bookAnotherSeat}</Button>
          <ButtonLink to="/classes" variant="outline">
            {text.noOtherSeat}
          </ButtonLink>
        </div>
      </>
    )
  if (press.error) return <Refused {...{ isOfOrder }} error={press.error} onAgain={() => press.mutate({})} />
  return (
    <>
      <WithoutScripts of="page" />
      <Awaited label={isOfOrder ? text.placingOrder : text.holdingSeat} className="noscript:hidden" />
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
  // A course that was deleted or taken off the site has no page.
  const hasPage = typeof courseId === 'string' && error.code !== 'not_found'
  return (
    <div role="alert">
      <Statement title={isOfOrder ? text.orderNotPlaced : isThere ? text.noSecondSeat : text.seatNotHeld}>
        {error.message} {text.notCharged}
      </Statement>
      <div className="mt-6 flex flex-wrap gap-4">
        {isOfOrder ? (
          <IfPart part="store">
            <ButtonLink to="/store">{visitStore}</ButtonLink>
          </IfPart>
        ) : typeof id === 'string' ? (
          <ButtonLink to={`/payment?enrollment=${encodeURIComponent(id)}`}>{text.viewSeat}</ButtonLink>
        ) : (
          <ButtonLink to={hasPage ? `/classes/${encodeURIComponent(courseId)}` : '/classes'}>
            {error.code === 'batch_full' ? text.seeDatesOrWait : text.seeDates}
          </ButtonLink>
        )}
        {!isThere && (
          <Button variant="outline" onClick={onAgain}>
            {text.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}
