// The texts in English of the dialog that puts a visitor on a waiting list.

export const title = 'Tell me when a seat opens'
export const send = 'Join the waiting list'
export const fullName = 'Full Name'
export const email = 'Email'
export const phoneNumber = 'Phone Number'
export const laterDates = 'Later batches with seats'
export const weOfferInTurn =
  'This batch is full. When it’s your turn, we’ll hold a seat just for you while you decide. There’s nothing to pay now.'

export const oneStepToGo = 'One more step'
export const openLink = ({ email }: { email: string }) =>
  `Open the e-mail we sent to ${email} and follow the link in it. You’ll then be on the waiting list. When it’s your turn, we’ll let you know and hold a seat just for you. There’s nothing to pay now.`
export const onTheList = 'You’re on the list'
export const yourNumber = ({ position }: { position: number }) =>
  `You’re number ${position} on the list. When a seat opens and it’s your turn, we’ll let you know and hold it just for you. There’s nothing to pay now.`
export const confirmByPhone =
  'We can’t send you the e-mail that confirms your place right now. Please call us, and we’ll put you on the waiting list. There’s nothing to pay now.'
