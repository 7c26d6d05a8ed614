// The texts of the panel with the events of a day in English.

export const panel = 'Events on the selected day'
export const noDay = 'Events'
export const selectDate = 'Select a date to view events'
export const loading = 'Loading events…'
export const failed = 'We couldn’t load the events.'
export const none = 'No events scheduled for this date'

export const bookNow = 'Book Now'
export const bookEvent = ({ event }: { event: string }) => `Book Now: ${event}`
export const notYetPaid = 'You can’t book online yet. Please contact us.'
export const notAvailable = 'Booking not available for this event'
export const laterDates = 'Later batches with seats'
export const tellMe = 'Tell me when a seat opens'
export const tellMeAbout = ({ event }: { event: string }) => `Tell me when a seat opens: ${event}`
