// The texts of the booking dialog in English.

export const title = 'Book this event'
export const oneStepToGo = 'One more step'
export const receivedTitle = 'Booking received'
export const goOn = 'Continue'
export const goToPayment = 'Continue to payment'
export const back = 'Back'
export const send = 'Complete Booking'

export const step1 = 'Step 1 of 2'
export const step2 = 'Step 2 of 2'
export const firstName = 'First Name'
export const lastName = 'Last Name'
export const email = 'Email'
export const whatsappNumber = 'WhatsApp Number'
export const requirements = 'Special Requirements'
export const requirementsHint = 'Such as an allergy, or a seat near the door (optional)'
export const holdsNext = 'Next, we’ll hold a seat for you. There’s nothing to pay.'
export const holdsNextForMinutes = ({ minutes }: { minutes: number }) =>
  `Next, we’ll hold a seat for you for ${minutes} minutes while you pay. You won’t be charged before then.`

export const when = 'When'
export const yourReference = 'Your reference'
export const price = 'Price'
export const demonstration = 'This is a demonstration. No money moves.'
export const staysHeld = ({ until }: { until: string }) =>
  `We’ll hold your seat until ${until}, and what you typed stays in this tab. Choose “Discard” to release the seat.`

export const failed = 'There was an error processing your booking. Please try again.'
export const notCompleted = 'Unable to complete booking. Please try again.'
