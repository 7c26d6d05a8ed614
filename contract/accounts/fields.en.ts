// The errors in English at the fields of the forms for accounts. The specification prescribes the errors of the sign-in
// form word for word.

export const signInIncomplete = 'Please enter both email and password'
export const signInEmailInvalid = 'Please enter a valid email address'
export const signInWrong = 'Invalid email or password.'

export const firstNameRequired = 'First name is required'
export const passwordRequired = 'Choose a password'
export const passwordShort = ({ min }: { min: number }) => `Use at least ${min} characters`
export const passwordLong = ({ max }: { max: number }) => `Use at most ${max} characters`
export const currentPasswordRequired = 'Enter your current password'
export const codeRequired = 'Enter the 6-digit code'
export const ticketOver = 'This page is out of date. Go back to the start and try again.'

export const authenticatorCodeRequired = 'Enter the code from your authenticator app'
export const passkeyUnreadable = 'We couldn’t read this passkey. Try again, or use another device.'
export const passkeyNameRequired = 'Enter a name for the passkey'
