import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { formatRupees } from '../../../../contract/words.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import type { Payable } from './payable.ts'
import { meansOf } from './payment-means.ts'
import PlainMissing from './plain-missing.tsx'
import type { PlainReport } from './report-plain-payment.ts'

/** The payment without scripts, which only the server draws. The browser sends "I have paid" as a form. */
export default function PlainPayment({
  payable,
  named,
}: {
  payable: Payable | undefined
  named: { enrollment: string } | { order: string }
}) {
  const report = useActionData<PlainReport>()
  if (payable === undefined) return <PlainMissing what={'order' in named ? 'order' : 'enrollment'} />
  const { payment, reference, status, notDue } = payable
  const means = meansOf(payment)
  const isChecking = payment.checking && !payable.isAnnounced && !notDue
  const pay = (
    <>
      {means.kind === 'upi' && (
        <Card className="flex flex-col items-center gap-5 p-6 text-center">
          <h2 className="text-lg">
            Pay {formatRupees(payable.amount)} to {means.upi.name}
          </h2>
          <PlainWays upi={means.upi} />
          <p className="text-sm text-ink-soft">
            The payment carries your reference, <strong>{reference}</strong>. Please leave it as it is.
          </p>
        </Card>
      )}
      {notDue ? (
        status === 'expired' &&
        payment.provider === 'upi' && (
          <Button type="submit" formMethod="post" variant="outline">
            I have paid already
          </Button>
        )
      ) : means.kind === 'checkout' ? (
        <p>
          To pay by card this page needs JavaScript. Please switch it on, or <CallOrChat />.
        </p>
      ) : means.kind === 'upi' ? (
        <Button type="submit" formMethod="post" variant="outline" wide>
          I have paid
        </Button>
      ) : (
        means.kind === 'simulated' && (
          <Button type="submit" formMethod="post" wide>
            Pay Now
          </Button>
        )
      )}
    </>
  )
  return (
    <form
      method="post"
      action={`/payment?${new URLSearchParams(named)}`}
      className="mt-6 flex flex-col gap-5"
    >
      {payable.fee && <input type="hidden" name="fee" value={payable.fee} />}
      <Note tone="error" role="alert">
        {report?.sentence}
      </Note>
      {isChecking ? canStillPay(payable) && <NotPaidYet reference={reference}>{pay}</NotPaidYet> : pay}
    </form>
  )
}

/** On a phone the app comes first, unless its owner chose the code; elsewhere the code does. */
function PlainWays({ upi: { id, uri, chosen } }: { upi: NonNullable<Payable['payment']['upi']> }) {
  const code = <QrCode text={uri} label={`UPI QR code for ${id}`} />
  const app = (variant: 'primary' | 'outline') => (
    <ButtonLink href={uri} variant={variant} wide className="pointer-fine:hidden">
      Open a UPI app
    </ButtonLink>
  )
  const name = (
    <p>
      UPI id <strong className="select-all">{id}</strong>
    </p>
  )
  if (chosen === 'QR Code')
    return (
      <>
        {code}
        {name}
        {app('outline')}
      </>
    )
  return (
    <>
      {app('primary')}
      <div className="pointer-coarse:hidden">{code}</div>
      <details className="w-full pointer-fine:hidden">
        <summary className={buttonClass({ variant: 'quiet', size: 'sm' })}>Show the QR code</summary>
        <div className="mt-4 flex justify-center">{code}</div>
      </details>
      {name}
    </>
  )
}

function canStillPay({ status, payment }: Payable): boolean {
  return payment.upi !== null && (status === 'due' || status === 'expired')
}

/** "I have paid" was pressed too early: how to pay is folded beneath. */
function NotPaidYet({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <details>
      <summary className={buttonClass({ variant: 'quiet' })}>I have not paid yet</summary>
      <div className="mt-4 flex flex-col gap-5">
        <Note title="Have you paid already?">
          Then there is nothing more to do: we look for your payment under {reference} and write to you.
        </Note>
        {children}
      </div>
    </details>
  )
}
