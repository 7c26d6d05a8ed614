import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatRupees } from '../../../../contract/words.ts'
import type { ApiError } from '../../../lib/api.ts'
import { storage } from '../../../lib/storage.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { ArrivalHeading, Heading } from '../../../ui/heading.tsx'
import { Note } from '../../../ui/note.tsx'
import type { Payable } from './payable.ts'
import { meansOf, type PayingByUpi, takenBy } from './payment-means.ts'

const Checking = lazy(() => import('./checking-view.tsx').catch(() => ({ default: CheckingInShort })))
const UpiPanel = lazy(() => import('./upi-panel.tsx').catch(() => ({ default: UpiWithoutCode })))

/** Pay Now records a simulated payment at once; with UPI the code comes first, and "I have paid" asks the server. */
export function PaymentPanel({
  payable,
  withoutScripts,
}: {
  payable: Payable
  /** The page shows this instead of the buttons if scripts are switched off. */
  withoutScripts?: ReactNode
}) {
  const { status, reference, words, links } = payable
  const queryClient = useQueryClient()
  const [showsUpi, setShowsUpi] = useState(false)
  const [hasOpened, onOpen] = useOpened(reference)
  /** "I have paid" was pressed too early: the page shows how to pay again, but the school looks all the same. */
  const [isTakenBack, setTakenBack] = useState(false)
  const confirm = useMutation<unknown, ApiError, void>({
    mutationFn: payable.confirm,
    onSuccess: () => alert('Payment successful! You will receive a confirmation message shortly.'),
    onError: (error) => {
      if (error.code === 'payment_pending') return
      console.error('The payment could not be confirmed', error)
      alert('Payment failed. Please try again or contact support.')
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: payable.queryKey }),
  })
  const means = meansOf(payable.payment)
  const isAnnounced = payable.isAnnounced || isTakenBack
  const isChecking = (payable.payment.checking && !isAnnounced) || confirm.error?.code === 'payment_pending'

  const details = <Details payable={payable} />

  if (payable.notDue)
    return (
      <>
        {payable.notDue(details)}
        {withoutScripts}
      </>
    )
  // The keys make each view a new one, so that its heading takes the focus.
  if (status === 'paid') {
    return (
      <div key={status} role="status">
        <ArrivalHeading>{words.paid.title}</ArrivalHeading>
        <p className="mt-2 text-ink-soft">{words.paid.lead}</p>
        {details}
        <div className="mt-6 flex flex-wrap gap-3">
          {links.paid}
          <Button variant="outline" onClick={() => window.print()}>
            Print this page
          </Button>
        </div>
      </div>
    )
  }
  if (isChecking) {
    const takeBack = () => {
      confirm.reset()
      setTakenBack(true)
    }
    return (
      <Suspense key="checking">
        <Checking
          title={`We are checking your payment, reference ${reference}`}
          {...{ payable, details, takeBack }}
        />
        {withoutScripts}
      </Suspense>
    )
  }
  if (status === 'cancelled') return <Cancelled payable={payable} />
  return (
    <>
      <DueHeading isArrival={isTakenBack} />
      <p className="mt-2 text-ink-soft">Please review the details below</p>
      {isAnnounced && (
        <Note className="mt-6" title="Have you paid already?">
          Then there is nothing more to do: we look for your payment under {reference} and write to you.
        </Note>
      )}
      {status === 'expired' && words.expired && (
        <Note tone="warning" className="mt-6" title={words.expired.title}>
          {words.expired.lead}
        </Note>
      )}
      {details}
      {means.kind === 'simulated' && (
        <Note tone="warning" className="mt-6" title="This is a demonstration.">
          Pay Now records a simulated payment. No money moves.
        </Note>
      )}
      <Note tone="error" role="alert" className="mt-6">
        {confirm.error?.message}
      </Note>
      {(showsUpi || isAnnounced || hasOpened) && means.kind === 'upi' ? (
        <Suspense>
          <Card className="mt-8 flex flex-col items-center gap-5 p-6 text-center noscript:hidden">
            <UpiPanel
              {...{ upi: means.upi, reference, hasOpened, onOpen }}
              isSending={confirm.isPending}
              onPaid={() => confirm.mutate()}
            />
          </Card>
        </Suspense>
      ) : (
        means.kind !== 'none' && (
          <Button
            wide
            className="mt-8 noscript:hidden"
            busy={confirm.isPending && 'Processing...'}
            onClick={() => (means.kind === 'upi' ? setShowsUpi(true) : confirm.mutate())}
          >
            Pay Now
          </Button>
        )
      )}
      {withoutScripts}
      <p className="mt-4 text-center text-sm text-ink-soft">{takenBy[means.kind]}</p>
      {payable.letGo}
    </>
  )
}

const opened = storage('upiOpened', 'sessionStorage')

/** Remembers that a UPI app was opened: a phone may have reloaded the page when its owner returns from the app. */
function useOpened(reference: string): [boolean, () => void] {
  const [isOpened, setOpened] = useState(false)
  const wasOpened = useHydrated() && opened.read() === reference
  const open = () => {
    opened.write(reference)
    setOpened(true)
  }
  return [isOpened || wasOpened, open]
}

/** Replaces `Checking` if its code could not be loaded. */
function CheckingInShort({ title }: { title: string }) {
  return <ArrivalHeading>{title}</ArrivalHeading>
}

/** `isArrival`: the view replaces another one, so its heading takes the focus. */
function DueHeading({ isArrival }: { isArrival: boolean }) {
  const title = 'Complete Your Payment'
  if (isArrival) return <ArrivalHeading>{title}</ArrivalHeading>
  return (
    <Heading level={1} size="2xl">
      {title}
    </Heading>
  )
}

function Cancelled({ payable }: { payable: Payable }) {
  const { words, links } = payable
  return (
    <>
      <Heading level={1} size="2xl">
        {words.cancelled}
      </Heading>
      <p className="mt-2 text-ink-soft">
        {words.cancelledLead ?? 'Please contact the school if that was not your wish.'}
      </p>
      <Details payable={payable} />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/contact">Contact us</ButtonLink>
        {links.cancelled}
      </div>
    </>
  )
}

function Details({ payable: { facts, coupon, amount, amountName, status, more } }: { payable: Payable }) {
  return (
    <>
      <Card className="mt-6 p-4 sm:p-5 md:p-8">
        <FactLines
          className="[&_dd]:font-bold"
          facts={[
            ...facts,
            ['Price', coupon && formatRupees(coupon.price)],
            ['Discount', coupon && `${formatRupees(coupon.discount)} (${coupon.code})`],
            [
              amountName ?? (coupon ? 'To pay' : 'Total Amount'),
              <span key="amount" className="font-display text-xl">
                {status === 'paid' && Number(amount) === 0 ? 'Free' : formatRupees(amount)}
              </span>,
            ],
          ]}
        />
      </Card>
      {more}
    </>
  )
}

/** Replaces `UpiPanel` if its code could not be loaded: the id and the app still work. */
function UpiWithoutCode({ upi, reference, onOpen, isSending, onPaid }: PayingByUpi) {
  return (
    <>
      <Note tone="warning" role="status" className="text-left" title="The QR code could not be loaded.">
        Please pay to the UPI id below, with your reference as the note, or load this page again.
      </Note>
      <p>
        UPI id <strong className="select-all">{upi.id}</strong>, reference{' '}
        <strong className="select-all">{reference}</strong>
      </p>
      <ButtonLink href={upi.uri} wide className="pointer-fine:hidden" onClick={onOpen}>
        Open a UPI app
      </ButtonLink>
      <Button wide variant="outline" busy={isSending && 'Processing...'} onClick={onPaid}>
        I have paid
      </Button>
    </>
  )
}
