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
import * as text from './place-panel.en.tsx'

export const placeQuery = (token: string) => query('GET /api/waiting-list/:token', { params: { token } })

/** The page behind the link in an e-mail. Opening the page changes nothing, because mail programs open links too. */
export function PlacePanel({ token, place }: { token: string; place: WaitingPlace }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asksToLeave, setAsksToLeave] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: placeQuery(token).queryKey })
  const take = useSending<{ data: SeatReceipt }, void, ApiError>({
    send: (_, keyed) => {
      const body = { batch: place.batch, terms: place.terms?.hash }
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
  const isFree = Number(place.amount) === 0
  const keptUntil = isOffered && place.offerUntil && momentText(place.offerUntil)
  const answered = useActionData<ErrorBody>()
  const refused = take.isIdle && confirm.isIdle && leave.isIdle ? answered : null
  const error = take.error ?? confirm.error ?? leave.error ?? refused ?? null
  const asks = isOffered ? text.decline : text.leave
  const leaves = (
    <Press what="leave" variant="danger" busy={leave.isPending}>
      {isOffered ? text.yesDecline : text.yesLeave}
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
            [text.course, place.courseTitle],
            [text.batch, dayText(place.batch)],
            [text.yourPlace, place.position !== null && text.number({ position: place.position })],
            [text.fee, keptUntil && (isFree ? text.free : formatRupees(place.amount))],
            [text.heldUntil, keptUntil],
          ]}
        />
      </Card>
      {isOffered && <OfferedTerms terms={place.terms} />}
      {isLive && <RefusalNote className="mt-6" error={error} />}
      {isLive && (
        <form
          method="post"
          action={`/waiting-list/${token}`}
          onSubmit={press}
          className="mt-8 flex flex-wrap items-start gap-4"
        >
          <input type="hidden" name="batch" value={place.batch} />
          {place.terms && <input type="hidden" name="terms" value={place.terms.hash} />}
          {place.state === 'unconfirmed' && !asksToLeave && (
            <Press what="confirm" busy={confirm.isPending && text.confirming} disabled={leave.isPending}>
              {text.confirm}
            </Press>
          )}
          {isOffered && !asksToLeave && (
            <Press what="take" busy={take.isPending && text.taking} disabled={leave.isPending}>
              {isFree ? text.take : text.takeAndPay}
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
              {isOffered ? text.keepSeat : text.stay}
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
      {!isLive && <WaysOn place={place} />}
    </>
  )
}

function OfferedTerms({ terms }: Pick<WaitingPlace, 'terms'>) {
  return (
    <p className="mt-4">
      {terms?.summary}{' '}
      {text.acceptTerms((words) => (
        <a className="link" href="/terms/courses" target="_blank" rel="noopener">
          {words}
        </a>
      ))}
    </p>
  )
}

function WaysOn({ place: { state, enrolmentId, amount, courseSlug } }: { place: WaitingPlace }) {
  const hasEnded = state === 'lapsed' || state === 'left'
  return (
    <div className="mt-8 flex flex-wrap gap-4">
      {enrolmentId !== null && <ButtonLink to={paymentPath(enrolmentId, amount)}>{text.viewSeat}</ButtonLink>}
      {hasEnded && courseSlug !== null && (
        <ButtonLink to={`/classes/${courseSlug}`}>{text.seeCourse}</ButtonLink>
      )}
      {(state === 'over' || (hasEnded && courseSlug === null)) && (
        <ButtonLink to="/classes">{text.seeCourses}</ButtonLink>
      )}
    </div>
  )
}

function Press({ what, ...rest }: ButtonProps & { what: 'take' | 'confirm' | 'leave' }) {
  return <Button type="submit" formMethod="post" name="what" value={what} {...rest} />
}

function paymentPath(id: string, amount: string): string {
  return `/payment?enrollment=${id}&amount=${amount}`
}

const headings: Record<WaitingPlace['state'], string> = {
  unconfirmed: text.confirmYourPlace,
  waiting: text.onTheList,
  offered: text.seatIsFree,
  taken: text.seatTaken,
  lapsed: text.offerEnded,
  left: text.leftTheList,
  over: text.listIsOver,
}

function sentenceOf({ state, position, offerUntil }: WaitingPlace): string {
  switch (state) {
    case 'unconfirmed':
      return text.countsOnceConfirmed
    case 'waiting':
      return position === 1 ? text.youAreNext : text.inTurn
    case 'offered':
      return text.heldForYou
    case 'taken':
      return text.seePaymentPage
    case 'lapsed':
      return offerUntil ? text.heldUntilThen({ until: momentText(offerUntil) }) : text.noLongerHeld
    case 'left':
      return text.noMoreMessages
    case 'over':
      return text.noSeatOpened
  }
}
