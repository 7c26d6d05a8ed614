import { useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { onPhone, UpiWays } from '../../../ui/upi-code.tsx'
import * as common from './payment.en.tsx'
import type { PayingByUpi } from './payment-means.ts'
import * as text from './upi.en.tsx'

/** The button "I have paid" is inconspicuous until the app was opened or the code shown, because paying comes first. */
export default function UpiPanel({ upi, reference, showsUpi, hasOpened, onOpen, isSending }: PayingByUpi) {
  // A buyer who chose the QR code scans it with another device.
  const byApp = useMedia(onPhone) && upi.chosen !== 'QR Code'
  const [hasShown, setShown] = useState(false)
  return (
    <>
      <h2 ref={showsUpi ? bringIntoView : null} tabIndex={-1} className="scroll-mt-8 text-lg outline-none">
        {byApp ? text.pay(upi) : text.scanToPay(upi)}
      </h2>
      <UpiWays id={upi.id} uri={upi.uri} {...{ byApp, hasOpened, onOpen }} onShow={() => setShown(true)} />
      <p className="text-sm text-ink-soft">{text.keepReferenceAndReturn(<strong>{reference}</strong>)}</p>
      <Button
        type="submit"
        formMethod="post"
        wide
        variant={hasOpened ? 'primary' : byApp && !hasShown ? 'quiet' : 'outline'}
        busy={isSending && common.processing}
      >
        {common.iHavePaid}
      </Button>
    </>
  )
}

/** The button that was clicked is gone, so the heading takes the focus. */
function bringIntoView(heading: HTMLElement | null): void {
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
