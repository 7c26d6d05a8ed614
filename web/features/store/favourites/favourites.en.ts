// The texts of the favourites in English.

export const title = 'Your favourites'
export const heading = 'Your\nfavourites'
export const lead =
  'What you’ve marked with a heart. We keep it on this device. Sign in to keep it in your account and see it on your other devices too.'
export const loading = 'Loading your favourites'

export const favourite = ({ title }: { title: string }) => `Favourite: ${title}`
export const notSaved = 'We couldn’t save your favourites'
export const tryAgain = 'Try again.'
