// The texts of the components in English.

export const ok = 'OK'
export const done = 'Done'
export const cancel = 'Cancel'
export const close = 'Close'
export const tryAgain = 'Try again'
export const loading = 'Loading…'
export const sending = 'Sending...'
export const remove = 'Remove'
export const chooseDate = 'Choose a date'

export const notLoaded = 'We couldn’t load this. Please try again.'
export const unreachable = 'We couldn’t reach our server'
export const checkConnection = 'Check your connection and try again.'
export const checkConnectionOnly = 'Check your connection.'
export const typedTextKept = 'What you typed is still here. Try again.'
export const dialogFailed = 'We couldn’t open this'
export const dialogFailedLead = 'Check your connection, refresh the page and try again.'
export const refresh = 'Refresh'

export const whatChanged = 'What’s changed since your last visit'
export const gotIt = 'Got it'

export const keepQuestion = 'Keep what you typed?'
export const keepQuestionLead = 'We’ll keep it in this tab until you send it.'
export const keepEditing = 'Keep editing'
export const discard = 'Discard'
export const closeAndKeep = 'Close and keep'
export const typedBefore = 'We’ve restored what you typed before.'
export const startOver = 'Start over'

export const copy = 'Copy'
export const copied = 'Copied'
export const share = 'Share'
export const sharedLink = 'The link'

export const coupon = 'I have a code'
export const code = 'Code'
export const checking = 'Checking...'
export const apply = 'Apply'

export const passwordHint = 'At least 10 characters. A short sentence is easy to remember.'
export const showPassword = 'Show password'

export const chooseOrDrop = 'Choose a picture or drop it here'
export const choose = 'Choose'
export const replace = 'Replace'

export const category = 'Category'
export const website = 'Website'
export const notifications = 'Notifications (F6)'
export const dismiss = 'Dismiss'

export const outOfFive = ({ stars }: { stars: number }) => `${stars} out of 5`
