// The texts of the page that visitors get until the school opens its site, in English.

export const title = 'Opening soon'
export const heading = (
  <>
    Opening <em>soon</em>
  </>
)
export const lead = ({ school }: { school: string }) =>
  `${school} is getting its site ready. Leave your e-mail address, and we’ll write to you when it opens.`
export const email = 'E-mail address'
export const subscribe = 'Tell me when it opens'
export const subscribed = 'Thank you. We’ll write to you when the site opens.'
export const callUs = 'Call us'
export const staff = 'Staff sign-in'
