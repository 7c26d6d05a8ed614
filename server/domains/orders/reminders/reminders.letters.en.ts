// The texts of the yearly reminder in English.

export const subject = ({ date }: { date: string }) => `Flowers again for ${date}?`
export const askedFor = ({ day }: { day: string }) => `You asked us to remind you of ${day}.`
export const askedForOccasion = ({ day, occasion }: { day: string; occasion: string }) =>
  `You asked us to remind you of ${day} (${occasion}).`
export const lastRecipient = ({ name }: { name: string }) => `Last time, you sent flowers to ${name}.`
export const onlyOne =
  'This is our only e-mail about it this year. If you don’t want one next year, unsubscribe below.'
export const chooseFlowers = 'Choose flowers'
