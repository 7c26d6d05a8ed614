// The English texts that are shown between a yearly reminder and the store.

export const oneMoment = 'One moment'
export const openingStore = 'We’re taking you to the store.'
export const visitStore = 'Visit the store'
export const orderingFor = ({ name }: { name: string }) => `Ordering for ${name} again`
export const orderingForLead = 'We’ve filled in their details at checkout.'
