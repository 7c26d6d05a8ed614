import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatRupees } from '../../../../contract/words.ts'
import type { ApiError } from '../../../lib/api.ts'
import { storage } from '../../../lib/storage.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { type Fact, FactLines } from '../../../ui/facts.tsx'
import { ArrivalHeading, PageTitle } from '../../../ui/heading.tsx'
import { ErrorNote, Note } from '../../../ui/note.tsx'
import type { CancelledProps } from './cancelled-part.tsx'
import * as text from './payment.en.tsx'
import { meansTexts, type Payable, type PayingByUpi, paymentMeans } from './payment-means.ts'

const PlainUpi = import.meta.env.SSR ? lazy(() => import('./plain-upi.tsx')) : null
const Cancelled = lazy(() => import('./cancelled-part.tsx').catch(() => ({ default: CancelledInShort })))
const UpiPanel = lazy(() => import('./upi-panel.tsx').catch(() => ({ default: UpiWithoutCode })))

export function PaymentPanel({
  payable,
  refused,
  isInNoscript = false,
}: {
  payable: Payable
  /** The error message after a browser without scripts sent the form. */
  refused?: string | undefined
  isInNoscript?: boolean
}) {
  const { status, reference, words, links, payment } = payable
  const [showsUpi, setShowsUpi] = useState(false)
  const [hasOpened, onOpen] = useOpened(reference)
  /** True after "I have paid" was taken back. The page shows how to pay again; the school still checks for money. */
  const [isTakenBack, setTakenBack] = useState(false)
  const { confirm, send } = useConfirming(payable)
  const means = paymentMeans(payment)
  const isAnnounced = payable.isAnnounced || isTakenBack
  const isChecking = (payment.checking && !isAnnounced) || confirm.error?.code === 'payment_pending'

  const { amountName = payable.coupon ? text.toPay : text.totalAmount, amount } = payable
  const total = (
    <span className="font-display text-xl">
      {status === 'paid' && Number(amount) === 0 ? text.free : formatRupees(amount)}
    </span>
  )
  const sum: Fact = [amountName, total]
  const details = <Details {...{ payable, sum }} />
  const form = { payable, onSend: send, isInNoscript }
  const isForSchool = payment.atSchool === 'chosen'

  if (payable.notDue) return payable.notDue(details, refused)
  // Each view has its own React key, so that a new heading is mounted and takes the focus.
  if (status === 'paid') {
    return (
      <div key={status} role="status">
        <ArrivalHeading>{words.paid.title}</ArrivalHeading>
        <p className="mt-2 text-ink-soft">{words.paid.lead}</p>
        <Details {...{ payable, sum }}>
          <div className="mt-6 flex flex-wrap gap-3">
            {links.paid}
            <Button variant="outline" onClick={() => window.print()}>
              {text.print}
            </Button>
          </div>
        </Details>
      </div>
    )
  }
  if (isChecking) {
    const canStillPay = payment.upi !== null && (status === 'due' || status === 'expired')
    return (
      <Checking
        key="checking"
        {...{ form, sum, canStillPay }}
        refused={confirm.isIdle ? refused : undefined}
        onTakeBack={() => {
          confirm.reset()
          setTakenBack(true)
        }}
      />
    )
  }
  if (status === 'cancelled') return <Cancelled payable={payable} details={details} />
  const DueHeading = isTakenBack ? ArrivalHeading : PageTitle
  return (
    <>
      <DueHeading>{text.heading}</DueHeading>
      <p className="mt-2 text-ink-soft">{text.lead}</p>
      {isAnnounced && <PaidAlready payable={payable} className="mt-6" />}
      {status === 'expired' && words.expired}
      {/* A phone shows the amount and the button first, and the details beneath. */}
      <div className="flex flex-col gap-x-8 lg:grid lg:grid-cols-2 lg:items-start">
        <div>
          <Sums payable={payable} />
          {payable.below}
          {payable.more}
        </div>
        <div className="max-lg:order-first">
          {isForSchool && payable.atSchool}
          <ErrorNote className="mt-6">
            {confirm.error?.message || (confirm.isIdle ? refused : confirm.error && text.failed)}
          </ErrorNote>
          <Card className="mt-6 p-4 sm:p-5">
            <dl className="flex items-baseline justify-between gap-4 font-bold">
              <dt>{amountName}</dt>
              <dd>{total}</dd>
            </dl>
            <WaysToPay
              {...{ form, means, hasOpened, onOpen }}
              showsUpi={showsUpi || isAnnounced || hasOpened}
              isAsked={showsUpi}
              isSending={confirm.isPending}
              onPay={() => setShowsUpi(true)}
            />
            {(means.kind !== 'none' || !payment.atSchool) && (
              <p className="mt-4 text-center text-sm text-ink-soft">{meansTexts[means.kind]}</p>
            )}
            {isForSchool || payable.atSchool}
          </Card>
          {means.kind === 'simulated' && (
            <Note tone="warning" className="mt-6" title={text.demonstration}>
              {text.demonstrationLead}
            </Note>
          )}
          <div className="max-lg:hidden">{payable.picture}</div>
        </div>
      </div>
    </>
  )
}

/** The facts of something that is not to be paid on this page. `children` are the buttons below the sum. */
function Details({ payable, sum, children }: { payable: Payable; sum: Fact; children?: ReactNode }) {
  return (
    <div className="gap-x-8 lg:grid lg:grid-cols-2 lg:items-start">
      <div>
        <Sums payable={payable} total={sum} />
        {children}
        {payable.below}
      </div>
      <div>
        {payable.picture}
        {payable.more}
      </div>
    </div>
  )
}

/** The button to pay, or the UPI code once it is asked for. */
function WaysToPay({
  form,
  means,
  showsUpi,
  isAsked,
  hasOpened,
  onOpen,
  isSending,
  onPay,
}: {
  form: FormProps
  means: ReturnType<typeof paymentMeans>
  showsUpi: boolean
  /** True if the payer asked on this page how to pay. */
  isAsked: boolean
  onPay: () => void
} & Pick<PayingByUpi, 'hasOpened' | 'onOpen' | 'isSending'>) {
  const { payable } = form
  return (
    <PaymentForm {...form}>
      {means.kind !== 'upi' ? (
        means.kind !== 'none' && (
          <Button
            type="submit"
            formMethod="post"
            wide
            className={cx('mt-4', means.kind === 'checkout' && 'noscript:hidden')}
            busy={isSending && text.processing}
          >
            {text.payNow}
          </Button>
        )
      ) : showsUpi ? (
        <Suspense>
          <div className="mt-4 flex flex-col items-center gap-5 text-center noscript:hidden">
            <UpiPanel
              {...{ upi: means.upi, reference: payable.reference, showsUpi: isAsked, hasOpened, onOpen }}
              isSending={isSending}
            />
          </div>
        </Suspense>
      ) : (
        <Button wide className="mt-4 noscript:hidden" onClick={onPay}>
          {text.payNow}
        </Button>
      )}
      {import.meta.env.SSR && (
        <WithoutScripts isInside={form.isInNoscript}>
          <PlainWays payable={payable} />
        </WithoutScripts>
      )}
    </PaymentForm>
  )
}

function useConfirming(payable: Payable) {
  const queryClient = useQueryClient()
  /** True from the click on, because a second click may come before the state of the mutation changes. */
  const isSent = useRef(false)
  const confirm = useMutation<unknown, ApiError, void>({
    mutationFn: payable.confirm,
    onSuccess: () => alert(text.succeeded),
    onError: (error) => {
      if (error.code === 'payment_pending') return
      console.error(text.failed, error)
      alert(text.failed)
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: payable.queryKey }).finally(() => {
        isSent.current = false
      }),
  })
  function send() {
    if (!isSent.current) confirm.mutate()
    isSent.current = true
  }
  return { confirm, send }
}

const opened = storage('upiOpened', 'sessionStorage')

/** Remembers that a UPI app was opened, because a phone may reload the page while its owner is in the app. */
function useOpened(reference: string): [boolean, () => void] {
  const [isOpened, setOpened] = useState(false)
  const wasOpened = useHydrated() && opened.read() === reference
  const open = () => {
    opened.write(reference)
    setOpened(true)
  }
  return [isOpened || wasOpened, open]
}

function PaymentForm({ payable: { address, fee }, onSend, children }: FormProps & { children: ReactNode }) {
  return (
    <form
      method="post"
      action={address}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {fee && <input type="hidden" name="fee" value={fee} />}
      {children}
    </form>
  )
}

interface FormProps {
  payable: Payable
  onSend: () => void
  isInNoscript: boolean
}

function PlainWays({ payable }: { payable: Payable }) {
  const means = paymentMeans(payable.payment)
  if (means.kind === 'checkout') return <p className="mt-6">{text.cardNeedsScripts(<CallOrChat />)}</p>
  return (
    PlainUpi &&
    means.kind === 'upi' && (
      <Suspense>
        <PlainUpi payable={payable} upi={means.upi} />
      </Suspense>
    )
  )
}

function PaidAlready({ payable, className }: { payable: Payable; className: string }) {
  return (
    <Note className={className} title={text.paidAlready}>
      {payable.words.announced ?? text.paidAlreadyLead(payable)}
    </Note>
  )
}

/**
 * Content for browsers without scripts, which only the server renders. A `noscript` element cannot contain another `noscript`, so a panel inside a
 * `noscript` shows the content directly.
 */
function WithoutScripts({ isInside, children }: { isInside: boolean; children: ReactNode }) {
  return isInside ? children : <noscript>{children}</noscript>
}

/**
 * Shown while the payment is checked. A button leads back to the ways to pay. For browsers without scripts, the ways to
 * pay are in a fold below.
 */
function Checking({
  form,
  sum,
  canStillPay,
  refused,
  onTakeBack,
}: {
  form: FormProps
  sum: Fact
  canStillPay: boolean
  refused: string | undefined
  onTakeBack: () => void
}) {
  const { payable, isInNoscript } = form
  const { reference, words, links } = payable
  return (
    <>
      <div role="status">
        <ArrivalHeading>{text.checking({ reference })}</ArrivalHeading>
        <p className="mt-3 max-w-text text-lg text-ink-soft">{words.checking}</p>
        <Details {...{ payable, sum }}>
          <div className="mt-6 flex flex-wrap items-center gap-3">
            {links.checking}
            {canStillPay && (
              <Button variant="quiet" className="noscript:hidden" onClick={onTakeBack}>
                {text.notPaidYet}
              </Button>
            )}
          </div>
        </Details>
      </div>
      {import.meta.env.SSR && canStillPay && (
        <WithoutScripts isInside={isInNoscript}>
          <ErrorNote className="mt-6">{refused}</ErrorNote>
          <details className="mt-6">
            <summary className={buttonClass({ variant: 'quiet' })}>{text.notPaidYet}</summary>
            <PaidAlready payable={payable} className="mt-4" />
            <PaymentForm {...form}>
              <PlainWays payable={payable} />
            </PaymentForm>
          </details>
        </WithoutScripts>
      )}
    </>
  )
}

function CancelledInShort({ payable: { words }, details }: CancelledProps) {
  return (
    <>
      <PageTitle>{words.cancelled}</PageTitle>
      {details}
    </>
  )
}

/** Gets no total for a payable that is due, because that total stands beside the way to pay. */
function Sums({ payable: { facts, coupon }, total = ['', null] }: { payable: Payable; total?: Fact }) {
  return (
    <Card className="mt-6 p-4 sm:p-5">
      <FactLines
        className="[&_dd]:font-bold"
        facts={[
          ...facts,
          [text.price, coupon && formatRupees(coupon.price)],
          [text.discount, coupon && `${formatRupees(coupon.discount)} (${coupon.code})`],
          total,
        ]}
      />
    </Card>
  )
}

function UpiWithoutCode({ upi, reference, onOpen, isSending }: PayingByUpi) {
  return (
    <>
      <Note tone="warning" role="status" className="text-left" title={text.noQrCode}>
        {text.noQrCodeLead}
      </Note>
      <p>
        {text.upiIdAndReference({
          id: <strong className="select-all">{upi.id}</strong>,
          reference: <strong className="select-all">{reference}</strong>,
        })}
      </p>
      <ButtonLink href={upi.uri} wide className="pointer-fine:hidden" onClick={onOpen}>
        {text.openUpiApp}
      </ButtonLink>
      <Button type="submit" formMethod="post" wide variant="outline" busy={isSending && text.processing}>
        {text.iHavePaid}
      </Button>
    </>
  )
}
