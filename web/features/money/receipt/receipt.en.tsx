// The texts of a receipt and of its page in English.

import type { ReactNode } from 'react'

export const pageTitle = 'Receipt'
export const yourReceipt = 'Your receipt'
export const print = 'Print'
export const loading = 'Loading your receipt'
export const notLoaded = 'We couldn’t load your receipt.'
export const notLoadedPlain = (callOrChat: ReactNode) => (
  <>We couldn’t load your receipt. Refresh this page, or {callOrChat}.</>
)
export const linkIsOld = 'This link no longer works'
export const useNewerLink = 'If you have a newer e-mail from us, use the link in it.'
export const orCallUs = (phone: ReactNode) => <>Or call us at {phone}.</>
export const linkIsOldPlain = (callOrChat: ReactNode) => (
  <>This link no longer works. If you have a newer e-mail from us, use the link in it, or {callOrChat}.</>
)

export const receiptNumber = ({ number }: { number: string }) => `Receipt ${number}`
export const isVoid = 'This receipt is void. It was issued by mistake.'
export const receipt = 'Receipt'
export const date = 'Date'
export const receivedFrom = 'Received from'
export const paymentFor = 'For'
export const reference = 'Reference'
export const amount = 'Amount received'
export const paidBy = 'Paid by'
export const stillDue = 'Due'
export const findOrder = 'Find my order or seat'
