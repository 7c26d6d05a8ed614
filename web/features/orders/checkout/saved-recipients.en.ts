// The texts of the saved recipients in English.

export const loading = 'Loading your saved recipients'
export const notLoaded = 'We couldn’t load your saved recipients.'
export const notLoadedLead = 'You can still fill in the details yourself.'
export const noneSaved = 'Recipients you save appear here next time.'
export const savedRecipient = 'Saved recipient'
export const chooseOrType = 'Choose, or fill in the details below'
export const nameAndArea = ({ name, area }: { name: string; area: string }) => `${name}, ${area}`
export const use = 'Use'
export const chooseFirst = 'Choose a recipient first.'
export const filledIn = 'Filled in.'
export const filledInElsewhere = ({ pincode }: { pincode: string }) =>
  `Filled in. The pincode is now ${pincode}, so check the day and time again.`
export const notSaved = 'Your order is placed, but we couldn’t save the recipient'
