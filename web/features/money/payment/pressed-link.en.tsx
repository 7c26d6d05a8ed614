// The texts in English of the page that the link in an e-mail opens.

import type { ReactNode } from 'react'

export const holdingSeat = 'Holding your seat'
export const placingOrder = 'Placing your order'

export const heldUntil = ({ until }: { until: string }) => `We’ll hold your seat until ${until}`
export const heldLead =
  'Go back to the window in which you were booking. It continues by itself. If you’ve closed it, book here and pay on the next page.'
export const noLongerHeld = 'Your seat is no longer held'
export const noLongerHeldLead =
  'If you haven’t paid, there’s nothing to pay. You can book here again if there’s a seat left, and pay on the next page.'
export const readTerms = (link: (text: ReactNode) => ReactNode) => (
  <>Please read our {link('course terms')} before you pay.</>
)
export const bookAndPay = 'Book and pay'

export const anotherSeat = 'Book another seat?'
export const anotherSeatLead =
  'You already have a confirmed seat in this batch. If you continue, we’ll hold another one for someone else, and you can pay for it on the next page.'
export const bookAnotherSeat = 'Yes, book another seat'
export const noOtherSeat = 'No, I have my seat'

export const orderNotPlaced = 'We couldn’t place your order'
export const noSecondSeat = 'We didn’t book a second seat'
export const seatNotHeld = 'We couldn’t hold a seat'
export const notCharged = 'You haven’t been charged, and there’s nothing to pay.'
export const viewSeat = 'View your seat'
export const seeDates = 'See available batches'
export const seeDatesOrWait = 'See other batches or join the waiting list'
export const tryAgain = 'Try again'
