// The texts in English about a product that is out of stock.

import type { ReactNode } from 'react'

export const outOfStock = 'Out of Stock'
export const askAbout = (callOrChat: ReactNode) => <>To ask when it’s back, please {callOrChat}.</>
export const emailAddress = 'Your e-mail address'
export const emailHint = 'We’ll e-mail you once, when it’s back.'
export const tellMe = 'Tell me when it’s back'
export const requested = ({ name }: { name: string }) => (
  <>
    <span className="font-bold">We’ll let you know.</span> We’ll e-mail you once, when {name} is back in
    stock.
  </>
)
