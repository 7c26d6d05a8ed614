import { useState } from 'react'
import { renderSVG } from 'uqr'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Reading M5: the code is drawn here, so that nobody else learns who pays. */
export default function UpiPanel({
  upi,
  reference,
  isSending,
  onPaid,
}: {
  upi: { id: string; name: string; uri: string }
  reference: string
  isSending: boolean
  onPaid: () => void
}) {
  return (
    <Card className="mt-8 flex flex-col items-center gap-5 p-6 text-center">
      <h2 className="text-lg">Scan to pay {upi.name}</h2>
      <div
        role="img"
        aria-label={`UPI QR code for ${upi.id}`}
        className="w-60 max-w-full bg-[#fff] p-2 [&>svg]:h-auto [&>svg]:w-full"
        dangerouslySetInnerHTML={{ __html: renderSVG(upi.uri, { ecc: 'M', border: 2 }) }}
      />
      <div className="flex flex-wrap items-center justify-center gap-2">
        <span>
          UPI id <strong className="select-all">{upi.id}</strong>
        </span>
        <CopyButton text={upi.id} label="Copy UPI id" />
      </div>
      <ButtonLink href={upi.uri} variant="outline" wide className="sm:hidden">
        Open a UPI app
      </ButtonLink>
      <p className="text-sm text-ink-soft">
        The payment carries your reference, <strong>{reference}</strong>. Please leave it as it is.
      </p>
      <Button wide busy={isSending} onClick={onPaid}>
        {isSending ? 'Processing...' : 'I have paid'}
      </Button>
    </Card>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button size="sm" variant="quiet" aria-label={label} onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'UPI id copied'}
        {state === 'failed' && 'Copying is not allowed here: please select the UPI id'}
      </span>
    </>
  )
}
