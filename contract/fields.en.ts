// The errors in English at the fields of all forms. The specification prescribes the errors about e-mail addresses and
// Indian phone numbers word for word.

export const emailRequired = 'Email is required'
export const emailInvalid = 'Please enter a valid email address'
export const phoneInvalid = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
export const anyPhoneInvalid =
  'Enter a 10-digit mobile number, a landline number with its 0 such as 044 2345 6789, or a number with + and the country code'

export const tooLong = ({ max }: { max: number }) => `Use at most ${max} characters`
export const hiddenCharacters = 'Remove the hidden control characters'
export const textNeeded = 'Enter text'
export const oneLine = 'Write this on one line, without hidden characters'

export const dateRequired = 'Enter a date'
export const dateUnknown = 'That date doesn’t exist. Enter another date.'
export const daysReversed = 'Choose a last day that isn’t before the first day'
export const timeInvalid = 'Enter a time such as 10:30'

export const idInvalid = 'We can’t find this any more. Refresh the page and try again.'
export const linkIncomplete = 'This link isn’t complete. Use the whole link from our e-mail.'
export const rowsFrom1To = ({ max }: { max: number }) => `Ask for 1 to ${max} rows at a time`
