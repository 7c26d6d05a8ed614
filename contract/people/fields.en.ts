// The errors in English at the fields of the forms by which visitors write to the school. The specification prescribes
// most of them word for word.

export const nameRequired = 'Name is required'
export const phoneRequired = 'Phone number is required'
export const newsletterEmailRequired = 'Please enter your email address'
export const enquiryKindRequired = 'Choose what your enquiry is about'
export const commentRequired = 'Describe what you would like'
