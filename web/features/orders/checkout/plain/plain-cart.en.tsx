// The text of the cart without scripts in English, which two pages show.

import type { ReactNode } from 'react'

export const cartNeedsScripts = ({
  storeLink,
  callOrChat,
}: {
  storeLink: (text: ReactNode) => ReactNode
  callOrChat: ReactNode
}) => (
  <>
    The cart needs JavaScript, which is turned off in your browser. Without it you can order one product at a
    time. {storeLink('Choose a product in the store')} and press “Buy it now”, or {callOrChat}.
  </>
)
