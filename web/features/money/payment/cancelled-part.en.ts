// The texts of the payment page for a cancelled seat or order in English.

export const contactUs = 'Contact us'
