// The errors in English at the fields of the forms for orders and gifts.

export const chooseDay = 'Choose a day'
export const chooseTime = 'Choose a time'
export const enterPincode = 'Enter the pincode'
export const enterRecipientName = 'Enter the recipient’s name'
export const enterRecipientPhone = 'Enter the recipient’s phone number'
export const enterAddress = 'Enter the address'
export const enterArea = 'Enter the area'
export const cardTooLong = ({ max }: { max: number }) => `Use at most ${max} characters for the card message`
export const enterYourName = 'Enter your name'
export const enterYourPhone = 'Enter your phone number'
export const invalidPhone =
  'Enter a 10-digit Indian mobile number, or a number that starts with + and a country code'
export const choosePayment = 'Choose how you’d like to pay'
export const chooseSubstitution = 'Choose what we do if a flower isn’t available'
export const acceptTerms = 'Accept the terms to continue'
export const noItems = 'Add at least one item'
export const totalInvalid = 'Enter the total as a number of 0 or more, with at most 2 decimal places'
export const tooManyItems = ({ max }: { max: number }) => `Order at most ${max} different items at a time`

export const chooseConcern = 'Choose what’s wrong'
export const describeConcern = 'Tell us what’s wrong'
export const tooManyPhotos = ({ max }: { max: number }) => `Send at most ${max} photos`
export const sayWhenHome = 'Tell us when someone will be in, or where we can leave the flowers'
