// The texts of the view of the hall in English.

import type { ReactNode } from 'react'

export const back = 'Back'
export const eyebrow = ({ city }: { city: string }) => (city ? `Our hall in ${city}` : 'Our hall')
export const heading = 'Rent\nour hall'
export const lead =
  'Send an enquiry with your day and the number of guests, and we’ll reply with what’s possible.'

export const size = 'Size:'
export const included = 'What’s included'
export const suitableFor = 'Suitable for'
export const prices = 'Prices'
export const from = 'From'
export const bookNow = 'Book Now'
export const hallTerms = (link: (words: ReactNode) => ReactNode) => (
  <>An enquiry isn’t a booking yet. Read our {link('hall terms')}.</>
)
