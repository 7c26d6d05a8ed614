import { formatRupees } from '../../../../contract/words.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import * as upiText from '../../../ui/upi-code.en.tsx'
import * as common from './payment.en.tsx'
import type { Payable, Upi } from './payment-means.ts'
import * as text from './upi.en.tsx'

/** Shows how to pay by UPI without scripts, inside the payment's form. The server alone renders this part. */
export default function PlainUpi({ payable: { amount, reference }, upi }: { payable: Payable; upi: Upi }) {
  const { id, uri, chosen } = upi
  // The link to the app comes first on a phone, unless the buyer chose the QR code. In all other cases the code comes
  // first.
  const byCode = chosen === 'QR Code'
  const code = <QrCode text={uri} label={upiText.qrCodeFor({ id })} />
  const app = (
    <ButtonLink href={uri} variant={byCode ? 'outline' : 'primary'} wide className="pointer-fine:hidden">
      {upiText.openUpiApp}
    </ButtonLink>
  )
  return (
    <div className="mt-6 flex flex-col gap-5">
      <Card className="flex flex-col items-center gap-5 p-6 text-center">
        <h2 className="text-lg">{text.payAmount({ amount: formatRupees(amount), name: upi.name })}</h2>
        {byCode ? code : app}
        {!byCode && <div className="pointer-coarse:hidden">{code}</div>}
        {!byCode && (
          <details className="w-full pointer-fine:hidden">
            <summary className={buttonClass({ variant: 'quiet', size: 'sm' })}>{upiText.showQrCode}</summary>
            <div className="mt-4 flex justify-center">{code}</div>
          </details>
        )}
        <p>{upiText.upiIdIs(<strong className="select-all">{id}</strong>)}</p>
        {byCode && app}
        <p className="text-sm text-ink-soft">{text.keepReference(<strong>{reference}</strong>)}</p>
      </Card>
      <Button type="submit" formMethod="post" variant="outline" wide>
        {common.iHavePaid}
      </Button>
    </div>
  )
}
