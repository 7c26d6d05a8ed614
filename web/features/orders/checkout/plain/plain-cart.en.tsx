// The English text that two pages show in place of the cart to a browser without scripts.

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
