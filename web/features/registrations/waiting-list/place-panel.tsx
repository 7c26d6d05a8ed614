import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useActionData, useNavigate } from 'react-router'
import type { ErrorBody } from '../../../../contract/errors.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import type { WaitingPlace } from '../../../../contract/registrations/waiting-list.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button, ButtonLink, type ButtonProps, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { Statement } from '../../../ui/heading.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'

export const placeQuery = (token: string) => query('GET /api/waiting-list/:token', { params: { token } })

/** The page behind the link in an e-mail. Opening it changes nothing, because mail programs open links too. */
export function PlacePanel({ token, place }: { token: string; place: WaitingPlace }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asksToLeave, setAsksToLeave] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: placeQuery(token).queryKey })
  const take = useSending<{ data: SeatReceipt }, void, ApiError>({
    send: (_, keyed) => {
      const body = { batch: place.batch }
      return api('POST /api/waiting-list/:token/seat', { params: { token }, body }, keyed(body))
    },
    onSuccess: ({ data }) => {
      rememberSeat(data.id)
      void navigate(paymentPath(data.id, data.amount))
    },
    onError: () => void refresh(),
  })
  const confirm = useMutation<unknown, ApiError, void>({
    mutationFn: () => api('POST /api/proofs', { body: { token } }),
    onSettled: refresh,
  })
  const leave = useMutation<unknown, ApiError, void>({
    mutationFn: () => api('DELETE /api/waiting-list/:token', { params: { token } }),
    onSuccess: refresh,
  })
  const acts: Record<string, () => void> = { take: take.mutate, confirm: confirm.mutate, leave: leave.mutate }
  const press = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (submitter instanceof HTMLButtonElement) acts[submitter.value]?.()
  }
  const isBusy = take.isPending || confirm.isPending || leave.isPending
  const isOffered = place.state === 'offered'
  const isLive = isOffered || place.state === 'waiting' || place.state === 'unconfirmed'
  const keptUntil = isOffered && place.offerUntil && momentText(place.offerUntil)
  const answered = useActionData<ErrorBody>()
  const refused = take.isIdle && confirm.isIdle && leave.isIdle ? answered : null
  const error = take.error ?? confirm.error ?? leave.error ?? refused ?? null
  const asks = isOffered ? 'Let the seat go' : 'Leave the list'
  const leaves = (
    <Press what="leave" variant="danger" busy={leave.isPending}>
      {isOffered ? 'Yes, let the seat go' : 'Yes, leave the list'}
    </Press>
  )

  return (
    <>
      <div role="status">
        <Statement title={headings[place.state]}>{sentenceOf(place)}</Statement>
      </div>
      <Card className="mt-6 p-5 md:p-8">
        <FactLines
          className="[&_dd]:font-bold"
          facts={[
            ['Course', place.courseTitle],
            ['Batch', dayText(place.batch)],
            ['Your place', place.position !== null && `Number ${place.position}`],
            ['Fee', keptUntil && formatRupees(place.amount)],
            ['Kept until', keptUntil],
          ]}
        />
      </Card>
      {isLive && <RefusalNote className="mt-6" error={error} />}
      {isLive && (
        <form
          method="post"
          action={`/waiting-list/${token}`}
          onSubmit={press}
          className="mt-8 flex flex-wrap items-start gap-4"
        >
          <input type="hidden" name="batch" value={place.batch} />
          {place.state === 'unconfirmed' && !asksToLeave && (
            <Press what="confirm" busy={confirm.isPending && 'Confirming...'} disabled={leave.isPending}>
              Confirm my place
            </Press>
          )}
          {isOffered && !asksToLeave && (
            <Press what="take" busy={take.isPending && 'Taking the seat...'} disabled={leave.isPending}>
              Take the seat and pay
            </Press>
          )}
          {!asksToLeave && (
            <Button
              variant="outline"
              className="noscript:hidden"
              disabled={isBusy}
              onClick={() => setAsksToLeave(true)}
            >
              {asks}
            </Button>
          )}
          {asksToLeave && leaves}
          {asksToLeave && (
            <Button variant="outline" disabled={isBusy} onClick={() => setAsksToLeave(false)}>
              {isOffered ? 'Keep it for me' : 'Stay on the list'}
            </Button>
          )}
          <noscript>
            {import.meta.env.SSR && (
              <details>
                <summary className={buttonClass({ variant: 'outline' })}>{asks}</summary>
                <div className="mt-4">{leaves}</div>
              </details>
            )}
          </noscript>
        </form>
      )}
      {!isLive && (
        <div className="mt-8 flex flex-wrap gap-4">
          {place.enrolmentId !== null && (
            <ButtonLink to={paymentPath(place.enrolmentId, place.amount)}>Go to your payment</ButtonLink>
          )}
          {(place.state === 'lapsed' || place.state === 'left') && (
            <ButtonLink to={`/classes/${place.courseSlug}`}>See the course</ButtonLink>
          )}
          {place.state === 'over' && <ButtonLink to="/classes">See our courses</ButtonLink>}
        </div>
      )}
    </>
  )
}

function Press({ what, ...rest }: ButtonProps & { what: 'take' | 'confirm' | 'leave' }) {
  return <Button type="submit" formMethod="post" name="what" value={what} {...rest} />
}

function paymentPath(id: string, amount: string): string {
  return `/payment?enrollment=${id}&amount=${amount}`
}

const headings: Record<WaitingPlace['state'], string> = {
  unconfirmed: 'Confirm your place',
  waiting: 'You are on the waiting list',
  offered: 'A seat is free for you',
  taken: 'You have taken this seat',
  lapsed: 'This offer has ended',
  left: 'You are no longer on the list',
  over: 'This batch has begun',
}

function sentenceOf({ state, position, offerUntil }: WaitingPlace): string {
  switch (state) {
    case 'unconfirmed':
      return 'One press shows us that the letter reached you. Your place counts from then on: when it is your turn, we write to you and keep the seat for you alone.'
    case 'waiting':
      return position === 1
        ? 'You are next. When a seat opens we write to you, and keep it for you alone.'
        : 'When a seat opens and it is your turn, we write to you and keep the seat for you alone.'
    case 'offered':
      return 'It is yours alone until the hour below. Then it goes to the next person.'
    case 'taken':
      return 'Everything about it stands on its payment page, and in the letter that we sent you.'
    case 'lapsed':
      return `We kept the seat until ${offerUntil ? momentText(offerUntil) : 'its time was up'}, and it has gone to the next person. You can join the list again from the course’s page.`
    case 'left':
      return 'We will not write to you about this batch any more. You can join again from the course’s page.'
    case 'over':
      return 'No seat became free in time. We are sorry. Please look at the next batches.'
  }
}
