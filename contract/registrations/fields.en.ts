// The English error messages at the fields of the forms for seats. The specification prescribes most of these messages
// word for word.

export const fullNameRequired = 'Full name is required'
export const phoneRequired = 'Phone number is required'
export const choosePayment = 'Choose how you’d like to pay'

export const firstNameRequired = 'First name is required'
export const lastNameRequired = 'Last name is required'
export const whatsappRequired = 'WhatsApp number is required'
export const whatsappInvalid = 'Please enter a valid 10-digit WhatsApp number (starting with 6-9)'

export const seatsFrom1To = ({ max }: { max: number }) => `Choose 1 to ${max} seats`
export const othersAsList = 'Send the other people as a list, with a name for each'
export const othersUpTo = ({ max }: { max: number }) => `Add at most ${max} other people`
export const enterName = 'Enter a name'
export const namesUpTo = ({ max }: { max: number }) => `Add at most ${max} names`
export const seatsUpTo = ({ max }: { max: number }) => `Send the ids of at most ${max} seats`

export const chooseSeats = 'Choose at least one seat'

export const emailRequired = 'Please enter your email address'

export const receivedInvalid = 'Enter the amount received, such as 1500 or 777.50'
export const chooseMethod = 'Choose the payment method'
export const pageOutdated = 'Refresh the page and try again.'
