// The texts of the window "Stay in touch" in English.

export const title = 'Stay in touch'
export const lead = 'Be the first to hear about new batches and events.'
export const name = 'Name'
export const phone = 'Phone'
export const email = 'Email'
export const subscribe = 'Subscribe'
export const sending = 'Sending...'
export const thanks = 'Thank you!'
export const thanksLead = 'We’ll let you know when a new batch opens.'
