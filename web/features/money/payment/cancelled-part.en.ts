// The texts of the payment page for a cancelled seat or order in English.

export const contactUs = 'Contact us'
export const lapsedLead = 'The time to pay is up. Already paid? Call us. Your money is safe.'
export const visitStore = 'Visit the store'
export const seeCourses = 'See our courses'
