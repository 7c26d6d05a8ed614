import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading, PageTitle } from '../../../ui/heading.tsx'
import { ErrorNote } from '../../../ui/note.tsx'

type Ended = NonNullable<EnrolmentView['ended']>

interface Props {
  enrolment: Pick<EnrolmentView, 'id' | 'reference' | 'status' | 'ended' | 'group'> &
    Partial<Pick<EnrolmentView, 'reported'>>
  payment: EnrolmentView['payment']
  queryKey: readonly unknown[]
  details: ReactNode
  refused?: string | undefined
  letGo: ReactNode
}

export default function SeatNotDue(props: Props) {
  if (props.enrolment.status !== 'pending') return <Over {...props} />
  return (
    <>
      <PageTitle>
        Your place is <em>reserved</em>
      </PageTitle>
      <p className="mt-3 text-lg text-ink-soft">
        Nothing is to be paid now. We write to you when the date is fixed; then you pay, or let the place go.
      </p>
      {props.details}
      {props.letGo}
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
        <ArrivalHeading>We are checking your payment, reference {reference}</ArrivalHeading>
        <p className="mt-3 text-lg text-ink-soft">
          {isLost
            ? 'There is no seat in this batch any more. Once the school finds your payment, we call you about another date or your money.'
            : 'The seat is no longer held. Once the school finds your payment, you have a seat again if one is left; if not, we call you about another date or your money.'}
        </p>
        {details}
      </div>
    )
  }
  return (
    <>
      <PageTitle>
        {count > 1 ? 'These seats are no longer ' : 'This seat is no longer '}
        <em>held</em>
      </PageTitle>
      <p className="mt-3 text-lg text-ink-soft">
        {ended ? endText(ended, count) : lead} Nothing is to be paid now.
      </p>
      <div className="mt-6">
        <ButtonLink to={ended ? `/classes/${encodeURIComponent(ended.courseId)}` : '/classes'}>
          {ended?.batch === 'open' ? 'Take a seat anew' : 'See the open dates'}
        </ButtonLink>
      </div>
      {details}
      {payment.provider === 'upi' && (
        <section className="mt-8 border-t border-line pt-5 print:hidden">
          <h2 className="text-lg">Already paid?</h2>
          <p className="mt-2 text-ink-soft">
            Your money is not lost: we look for it under {reference}
            {isLost
              ? ', and call you about another date or send it back.'
              : '. If a seat is left, it is yours again; if not, we call you about another date or send it back.'}
          </p>
          <ErrorNote className="mt-4">{!isPending && (report.error?.message ?? refused)}</ErrorNote>
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
              busy={report.isPending && 'Processing...'}
            >
              I have paid already
            </Button>
          </form>
        </section>
      )}
    </>
  )
}

const lead = 'The time to pay has ended.'

/** The cases in which nobody can get a seat in the batch again, paid or not. */
const lostBecause: Partial<Record<Ended['batch'], string>> = {
  running: 'The batch has begun.',
  over: 'The batch is over.',
  cancelled: 'This batch does not take place.',
}

function endText({ at, batch }: Ended, count: number): string {
  const lost = lostBecause[batch]
  if (lost) return lost
  const wentBack =
    at === null
      ? 'No seat was left when your booking arrived.'
      : `${count > 1 ? `Your ${count} seats` : 'Your seat'} went back on ${momentText(at)}: no payment had arrived by then.`
  return batch === 'open' ? `${wentBack} There are seats in this batch now.` : wentBack
}
