// The texts in English about the orders and seats that this browser remembers.

export const yours = 'Your orders and seats'
export const fromThisBrowser = 'From this browser'
export const none = 'This browser has no orders or seats.'
export const forget = 'Forget these in this browser'
export const notLoaded = 'We couldn’t load your orders and seats'

export const order = ({ number }: { number: string }) => `Order ${number}`
export const seatConfirmed = 'Your seat is confirmed'
export const checking = 'We are checking your payment'
export const paymentDue = 'Waiting for your payment'
export const placeReserved = 'Your place is reserved'
