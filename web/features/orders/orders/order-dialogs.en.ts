// The texts of the dialogs of an order's page in English.

export const yourEmail = 'Your e-mail'

export const reportProblem = 'Report a problem'
export const reportLead = ({ number }: { number: string }) => `Order ${number}. We’ll call or write to you.`
export const sendReport = 'Send report'
export const reportSent = 'We’re sorry about this'
export const reportSentLead = 'We’ve e-mailed you a confirmation. We’ll call or write to you.'
export const reportSentWithoutMail = 'We’ve received your report. We’ll call or write to you.'
export const whatIsWrong = 'What’s wrong?'
export const choose = 'Choose one'
export const tellUsMore = 'Tell us more'
export const photos = 'Photos'
export const photosHint = 'Optional. They help us see what went wrong. Only the school sees them.'
export const selectedPhotos = 'Selected photos'
export const addPhotos = 'Add photos'
export const addAnother = 'Add another'
export const remove = 'Remove'
export const removePhoto = ({ position }: { position: number }) => `Remove photo ${position}`
export const photoCount = ({ count, max }: { count: number; max: number }) => `${count} of ${max}`
export const tooManyPhotos = ({ max }: { max: number }) =>
  `You can add up to ${max} photos. We kept the first ${max}.`
export const reportEmailHint = 'The e-mail address you ordered with, so we know it’s you'

export const cancelTitle = 'Cancel this order?'
export const cancelLead = ({ number, money }: { number: string; money: string }) =>
  `Order ${number}. ${money}`
export const cancelOrder = 'Cancel my order'
export const close = 'Close'
export const cancelled = 'Order cancelled'
export const cancelEmailHint = 'The e-mail address you ordered with. Only the person who ordered can cancel.'

export const remindTitle = 'Remind me every year'
export const remindLead =
  'We’ll e-mail you once a year, a week before the anniversary of the delivery or collection. You can stop these reminders from a link in each e-mail.'
export const remindMe = 'Remind me'
export const stopReminding = 'Stop reminding me'
export const reminderSet = 'Reminder set'
export const nextReminder = ({ day }: { day: string }) => `We’ll e-mail you on ${day}.`
export const reminderStopped = 'Reminder cancelled'
export const reminderStoppedLead = 'We won’t remind you of this day again.'
export const remindByKnownEmail = 'We’ll use the e-mail address you ordered with.'
export const remindEmailHint = 'The e-mail address you ordered with'
