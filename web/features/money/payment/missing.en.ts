// The texts in English of a payment page that finds nothing to pay.

export const badLink = 'If the link is incomplete or out of date, look up your order or seat instead.'
export const notAnswered = 'Our server didn’t answer. Check your connection too.'
export const tryAgain = 'Try again'
export const findOrder = 'Find my order or seat'
export const call = ({ phone }: { phone: string }) => `Call ${phone}`
