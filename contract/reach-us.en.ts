// How sentences name the school's phone number, in English.

/** Goes on after "please" or a comma. A school may have no phone number. */
export const reachUs = ({ phone }: { phone: string }) => (phone === '' ? 'contact us' : `call us at ${phone}`)
