// The English texts of the payment page while the school can send no e-mails.

export const paid = 'Keep this page’s address, or find it in this browser under “Find my order or seat”.'
export const checking =
  'We’re checking our account. There’s nothing more to do. This page will show when your payment is confirmed.'
export const announced = ({ reference }: { reference: string }) =>
  `There’s nothing more to do. We’ll look for your payment under ${reference}. This page will show when it’s confirmed.`
