// The words by which sentences name the school's phone number, in English.

/** Completes a sentence after "please" or a comma. The text names no number if the school has no phone number. */
export const reachUs = ({ phone }: { phone: string }) => (phone === '' ? 'contact us' : `call us at ${phone}`)
