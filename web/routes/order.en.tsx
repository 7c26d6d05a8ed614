// The English texts that the order's page shows before the order has loaded.

import type { ReactNode } from 'react'

export const title = 'Your order'
export const oneMoment = 'One moment. We’re loading your order.'
export const loading = 'Loading'
export const loadingOrder = 'Loading your order'
export const outOfDate = 'This page may be out of date.'
export const notFound = 'We can’t find this order'
export const notFoundLead = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>Use the link in our e-mail, or {callOrChat}.</>
)
export const notFoundWithoutMail = ({ callOrChat }: { callOrChat: ReactNode }) => <>Please {callOrChat}.</>
export const visitStore = 'Visit the store'
export const notLoaded = 'We couldn’t load your order'
export const checkConnection = 'Check your connection and try again.'
export const tryAgain = 'Try again'
export const orCall = ({ callOrChat }: { callOrChat: ReactNode }) => <>Or {callOrChat}.</>
export const findOrder = 'Find my order or seat'
