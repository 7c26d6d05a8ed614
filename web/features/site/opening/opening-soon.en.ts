// The texts of the page that visitors get until the school opens its site, in English.

export const title = 'Opening soon'
export const heading = 'Opening\nsoon'
export const lead = ({ school }: { school: string }) =>
  `${school} is getting its site ready. Until then, our newsletter is a good way to hear from us.`
export const email = 'E-mail address'
export const subscribe = 'Subscribe'
export const subscribed = 'Thank you. You’ve subscribed to our newsletter.'
export const callUs = 'Call us'
export const staff = 'Staff sign-in'
