import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading, PageTitle } from '../../../ui/heading.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import * as common from './payment.en.tsx'
import * as text from './seat-not-due.en.tsx'

type Ended = NonNullable<EnrolmentView['ended']>

interface Props {
  enrolment: Pick<EnrolmentView, 'id' | 'reference' | 'status' | 'ended' | 'group'> &
    Partial<Pick<EnrolmentView, 'reported'>>
  payment: EnrolmentView['payment']
  queryKey: readonly unknown[]
  details: ReactNode
  refused?: string | undefined
}

export default function SeatNotDue(props: Props) {
  const sendsEmails = useSendsEmails()
  if (props.enrolment.status !== 'pending') return <Over {...props} />
  return (
    <>
      <PageTitle>{text.placeReserved}</PageTitle>
      <p className="mt-3 max-w-text text-lg text-ink-soft">
        {sendsEmails ? text.placeReservedLead : text.placeReservedHere}
      </p>
      {props.details}
    </>
  )
}

function Over({ enrolment, payment, queryKey, details, refused }: Props) {
  const { id, reference, ended, reported } = enrolment
  const count = enrolment.group?.count ?? 1
  const queryClient = useQueryClient()
  const report = useMutation<unknown, ApiError, void>({
    mutationFn: () =>
      api('PATCH /api/enrollments/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const isPending = report.error?.code === 'payment_pending'
  // A reported payment is being checked. A report from the booking form alone does not count, because that visitor may
  // not have paid.
  const isChecking = isPending || (payment.checking && reported !== false)
  const isLost = ended !== undefined && lostBecause[ended.batch] !== undefined
  if (isChecking) {
    return (
      <div key="checking" role="status">
        <ArrivalHeading>{text.checking({ reference })}</ArrivalHeading>
        <p className="mt-3 max-w-text text-lg text-ink-soft">
          {isLost ? text.checkingLostSeat : text.checkingSeat}
        </p>
        {details}
      </div>
    )
  }
  return (
    <>
      <PageTitle>{text.seatsNoLongerHeld({ count })}</PageTitle>
      <p className="mt-3 max-w-text text-lg text-ink-soft">
        {ended ? endText(ended, count) : text.timeIsOver} {common.nothingDue}
      </p>
      <div className="mt-6">
        <ButtonLink
          to={
            ended?.courseId && ended.batch !== 'hidden'
              ? `/classes/${encodeURIComponent(ended.courseId)}`
              : '/classes'
          }
        >
          {ended?.batch === 'open' ? text.bookAgain : text.seeDates}
        </ButtonLink>
      </div>
      {details}
      {payment.provider === 'upi' && (
        <section className="mt-8 border-t border-line pt-5 print:hidden">
          <h2 className="text-lg">{common.paidAlready}</h2>
          <p className="mt-2 text-ink-soft">
            {isLost ? text.alreadyPaidLostLead({ reference }) : text.alreadyPaidLead({ reference })}
          </p>
          <RefusalNote className="mt-4" error={report.error} />
          <ErrorNote className="mt-4">{!report.error && refused}</ErrorNote>
          <form
            method="post"
            action={`/payment?enrollment=${id}`}
            onSubmit={(event) => {
              event.preventDefault()
              report.mutate()
            }}
          >
            <Button
              type="submit"
              formMethod="post"
              variant="outline"
              className="mt-4"
              busy={report.isPending && common.processing}
            >
              {common.iHavePaid}
            </Button>
          </form>
        </section>
      )}
    </>
  )
}

/** The cases in which nobody can get a seat in the batch again, even by paying. */
const lostBecause: Partial<Record<Ended['batch'], string>> = {
  running: text.batchBegun,
  over: text.batchOver,
  cancelled: text.batchCancelled,
}

function endText({ at, batch }: Ended, count: number): string {
  const lost = lostBecause[batch]
  if (lost) return lost
  const released = at === null ? text.noSeatWasLeft : text.released({ count, at: momentText(at) })
  return batch === 'open' ? `${released} ${text.seatsAreFree}` : released
}
