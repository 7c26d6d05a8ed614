// The texts in English of a payment page that finds nothing to pay.

export const badLink = 'The link may be incomplete or out of date. Look up your order or seat instead.'
export const notAnswered = 'Our server didn’t answer. Check your connection and try again.'
export const tryAgain = 'Try again'
export const findOrder = 'Find my order or seat'
export const call = ({ phone }: { phone: string }) => `Call ${phone}`
