// The errors in English at the fields of the store's forms and in the addresses of its pages.

export const enterPincode = 'Enter a pincode of six digits'
export const chooseQuantity = ({ most }: { most: number }) => `Choose a whole number from 1 to ${most}`
export const daysFrom1To = ({ max }: { max: number }) => `Ask for 1 to ${max} days`
export const favouritesRequired = 'Choose which favourites to add'
export const productUnknown = 'We couldn’t find this product.'
