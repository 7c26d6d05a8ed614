// The texts of the page that a recipient of flowers sees, in English.

export const flowersFor = ({ name }: { name: string }) => `Flowers for ${name}`
export const flowersForYou = 'Flowers for you'
export const cancelledTitle = 'These flowers were cancelled'

export const someone = 'Someone'
export const dayAndTime = ({ day, time }: { day: string; time: string }) => `${day}, ${time}`

interface Facts {
  sender: string
  when: string
}
export const leads = {
  unconfirmed: ({ sender, when }: Facts) =>
    `${sender} has chosen flowers for you. The order isn’t confirmed yet. Once it is, we’ll deliver them on ${when}.`,
  confirmed: ({ sender, when }: Facts) => `${sender} is sending you flowers. We’ll deliver them on ${when}.`,
  'on-its-way': ({ sender, when }: Facts) =>
    `${sender} is sending you flowers. They’re on their way and arrive on ${when}.`,
  delivered: ({ sender }: Facts) => `${sender} sent you flowers. We hope they bring you joy.`,
  cancelled: () => 'The person who sent you this link can tell you more.',
}
export const leadsOfCollection = {
  ...leads,
  unconfirmed: ({ sender, when }: Facts) =>
    `${sender} has chosen flowers for you. The order isn’t confirmed yet. Once it is, you can collect them from our studio on ${when}.`,
  confirmed: ({ sender, when }: Facts) =>
    `${sender} has ordered flowers for you. You can collect them from our studio on ${when}.`,
  'on-its-way': ({ when }: Facts) =>
    `Your flowers are ready. You can collect them from our studio on ${when}.`,
}

export const yourCard = 'Your card'
export const caring = 'Caring for your flowers'
export const photographs = { ready: 'The finished bouquet', door: 'The bouquet at the door' }

export const messageReceived = 'We have your message'
export const messageReceivedLead = 'Thank you. We’ll try to deliver as you asked, and call you if we can’t.'
export const notHome = 'Won’t be home?'
export const notHomeLead = 'Tell us where to leave your flowers, or when you’re back.'
export const tellUs = 'Tell us'
