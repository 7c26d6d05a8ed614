// The texts that several pages share in English.

export const unreachable = 'We couldn’t reach our server. Check your connection and try again.'

export const closed = 'Closed'
export const fromTo = ({ from, to }: { from: string; to: string }) => `${from} - ${to}`

export const signedOut = 'Success'
export const signedOutLead = "You've been logged out successfully"
export const nameless = 'User'

export const pictureFailed = 'Failed to process image'
export const pictureUnreadable = 'Failed to read image'
export const pictureTooLarge = 'Image still too large'

export const showOnMap = 'Show on a map'
export const addToCalendar = 'Add to my calendar'
export const addEventToCalendar = ({ event }: { event: string }) => `Add to my calendar: ${event}`

export const sharePicture = ({ title, school }: { title: string; school: string }) =>
  `${title}, with flowers and the name of ${school}`
