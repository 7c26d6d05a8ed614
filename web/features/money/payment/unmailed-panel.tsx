import type { ComponentProps } from 'react'
import { PaymentPanel } from './payment-panel.tsx'
import * as text from './unmailed-panel.en.ts'

/** The panel of a school whose e-mails only wait. It promises none, and loads on demand. */
export default function UnmailedPanel({ payable, ...props }: ComponentProps<typeof PaymentPanel>) {
  const { words, fee, reference } = payable
  const paid = fee ? words.paid : { ...words.paid, lead: text.paid }
  // A form that is given instead of a text says by itself what happens.
  const checking = typeof words.checking === 'string' ? text.checking : words.checking
  const own = { ...words, paid, checking, announced: text.announced({ reference }) }
  return <PaymentPanel payable={{ ...payable, words: own }} {...props} />
}
