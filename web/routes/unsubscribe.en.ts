// The texts of the pages that end a newsletter or a yearly reminder, in English.

export const theSchool = 'the school'

export const newsletterTitle = 'Unsubscribe'
export const newsletterQuestion = 'Unsubscribe from the newsletter?'
export const newsletterLead = ({ name }: { name: string }) =>
  `We’ll remove your e-mail address from the newsletter of ${name}. You’ll still get e-mails about courses you’ve booked.`
export const unsubscribe = 'Unsubscribe'
export const unsubscribing = 'Unsubscribing...'
export const unsubscribed = 'You’re unsubscribed'
export const unsubscribedLead = ({ name }: { name: string }) =>
  `You won’t get any more newsletters from ${name}.`
export const backToHome = 'Back to home'

export const reminderTitle = 'Yearly reminder'
export const reminderQuestion = 'Stop this yearly reminder?'
export const reminderLead =
  'We’ll stop the e-mail that you get every year, a week before the day of your order. You’ll still get e-mails about orders you place.'
export const stopReminder = 'Stop reminder'
export const stopping = 'Stopping...'
export const stopped = 'Reminder stopped'
export const stoppedLead = 'We won’t remind you of this day again.'
export const seeFlowers = 'See our flowers'
