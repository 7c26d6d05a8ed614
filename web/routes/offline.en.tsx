// The texts of the page that a browser shows while it is offline, in English.

export const title = 'You’re offline'
export const heading = (
  <>
    You’re <em>offline</em>
  </>
)
export const lead = 'Check your internet connection and try again.'
export const tryAgain = 'Try again'
export const callUs = 'Call us'
export const findUs = 'Find us'
export const hours = 'Hours'
