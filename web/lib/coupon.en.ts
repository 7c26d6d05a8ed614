// The texts about a code that a buyer types for money off, in English.

export const checking = 'We’re checking your code. Wait a moment, check the total and try again.'
export const notApplied = 'Your code isn’t applied. Apply, change or clear it, then try again.'
export const freeDelivery = ({ offer }: { offer: string }) => `${offer}.`
export const freeDeliveryUpTo = ({ offer, amount }: { offer: string; amount: string }) =>
  `${offer}, up to ${amount}.`
export const youSave = ({ offer, amount }: { offer: string; amount: string }) =>
  `${offer}. You save ${amount}.`
export const checkedLater = ({ offer }: { offer: string }) =>
  `${offer} We’ll check that you can use it when you order.`
export const unreachable = 'We couldn’t reach our server. Try again.'
