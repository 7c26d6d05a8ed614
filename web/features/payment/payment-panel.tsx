import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { EnrolmentView, PaymentOptions } from '../../../contract/enrolments.ts'
import { dayText, formatRupees, momentText } from '../../../contract/words.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FactLines } from '../../ui/facts.tsx'
import { ArrivalHeading, Heading } from '../../ui/heading.tsx'
import { Note } from '../../ui/note.tsx'
import type UpiPanelWithCode from './upi-panel.tsx'

const UpiPanel = lazy(() => import('./upi-panel.tsx').catch(() => ({ default: UpiWithoutCode })))

export const enrolmentQuery = (id: string) => query('GET /api/enrollments/:id', { params: { id } })

/**
 * What is due and how to pay it. The server decides what a press of Pay Now means: a simulated payment is recorded at
 * once; by UPI the code is shown first, and "I have paid" asks the server.
 */
export function PaymentPanel({ enrolment, amount }: { enrolment: EnrolmentView; amount: string }) {
  const queryClient = useQueryClient()
  const [showsUpi, setShowsUpi] = useState(false)
  const confirm = useMutation<unknown, ApiError, void>({
    mutationFn: () =>
      api('PATCH /api/enrollments/:id/status', {
        params: { id: enrolment.id },
        body: { status: 'confirmed' },
      }),
    onSuccess: () => alert('Payment successful! You will receive a confirmation message shortly.'),
    onError: (error) => {
      if (error.code === 'payment_pending') return
      console.error('The payment could not be confirmed', error)
      alert('Payment failed. Please try again or contact support.')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: enrolmentQuery(enrolment.id).queryKey }),
  })
  const means = meansOf(enrolment.payment)
  const isChecking = enrolment.payment.checking || confirm.error?.code === 'payment_pending'

  const details = <Details enrolment={enrolment} amount={amount} />

  // By its key each view is a new one: its heading takes the focus.
  if (enrolment.status === 'confirmed') {
    return (
      <div key="confirmed" role="status">
        <ArrivalHeading>
          Your seat is <em>confirmed</em>
        </ArrivalHeading>
        <p className="mt-2 text-ink-soft">
          A confirmation message is on its way to you. Bring nothing but yourself: tools and flowers are on
          your bench.
        </p>
        {details}
        <Button variant="outline" className="mt-6" onClick={() => window.print()}>
          Print this page
        </Button>
      </div>
    )
  }
  if (isChecking) {
    return (
      <div key="checking" role="status">
        <ArrivalHeading>We are checking your payment, reference {enrolment.reference}</ArrivalHeading>
        <p className="mt-3 text-lg text-ink-soft">
          The school looks for it in its account and confirms your seat. You will receive a message; there is
          nothing more to do.
        </p>
        {details}
      </div>
    )
  }
  if (enrolment.status === 'cancelled') {
    return (
      <>
        <Heading level={1} size="2xl">
          This enrollment was cancelled
        </Heading>
        <p className="mt-2 text-ink-soft">Please contact the school if that was not your wish.</p>
        {details}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/contact">Contact us</ButtonLink>
          <ButtonLink to="/classes" variant="outline">
            See our courses
          </ButtonLink>
        </div>
      </>
    )
  }
  return (
    <>
      <Heading level={1} size="2xl">
        Complete Your Payment
      </Heading>
      <p className="mt-2 text-ink-soft">Please review the details below</p>
      {details}
      {enrolment.status === 'expired' && (
        <Note tone="warning" className="mt-6" title="This seat is no longer held.">
          You can still pay: if the batch has room, the seat is yours again.
        </Note>
      )}
      {means.kind === 'simulated' && (
        <Note tone="warning" className="mt-6" title="This is a demonstration.">
          Pay Now records a simulated payment. No money moves.
        </Note>
      )}
      {showsUpi && means.kind === 'upi' ? (
        <Suspense>
          <Card className="mt-8 flex flex-col items-center gap-5 p-6 text-center">
            <UpiPanel upi={means.upi} reference={enrolment.reference} />
            <Button wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {confirm.isPending ? 'Processing...' : 'I have paid'}
            </Button>
          </Card>
        </Suspense>
      ) : (
        <Button
          wide
          className="mt-8"
          busy={confirm.isPending}
          onClick={() => (means.kind === 'upi' ? setShowsUpi(true) : confirm.mutate())}
        >
          {confirm.isPending ? 'Processing...' : 'Pay Now'}
        </Button>
      )}
      <p className="mt-4 text-center text-sm text-ink-soft">
        Secure payment powered by a card payment provider
      </p>
    </>
  )
}

type Means =
  | { kind: 'simulated' }
  | { kind: 'upi'; upi: NonNullable<PaymentOptions['upi']> }
  | { kind: 'checkout' }

/** How the money is taken. The wire names a provider; the page goes by the kind of its means alone. */
function meansOf({ provider, upi }: PaymentOptions): Means {
  if (upi !== null) return { kind: 'upi', upi }
  return { kind: provider === 'simulator' ? 'simulated' : 'checkout' }
}

function Details({ enrolment, amount }: { enrolment: EnrolmentView; amount: string }) {
  return (
    <Card className="mt-6 p-5 md:p-8">
      <FactLines
        className="[&_dd]:font-bold"
        facts={[
          ['Course', enrolment.courseTitle],
          ['Student Name', enrolment.fullname],
          ['Batch', dayText(enrolment.batch)],
          ['Reference', enrolment.reference],
          [
            'Seat held until',
            enrolment.status === 'pending' && enrolment.holdUntil && momentText(enrolment.holdUntil),
          ],
          [
            'Total Amount',
            <span key="amount" className="font-display text-xl">
              {formatRupees(amount)}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

/** Stands in for `UpiPanel` where its code could not be loaded: the id and the app still work. */
function UpiWithoutCode({ upi, reference }: ComponentProps<typeof UpiPanelWithCode>) {
  return (
    <>
      <Note tone="warning" role="status" className="text-left" title="The QR code could not be loaded.">
        Please pay to the UPI id below, with your reference as the note, or load this page again.
      </Note>
      <p>
        UPI id <strong className="select-all">{upi.id}</strong>, reference{' '}
        <strong className="select-all">{reference}</strong>
      </p>
      <ButtonLink href={upi.uri} variant="outline" wide className="sm:hidden">
        Open a UPI app
      </ButtonLink>
    </>
  )
}
