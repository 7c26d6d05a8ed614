// The texts of the dialog in which a recipient says that nobody will be at home, in English.

export const title = 'Won’t be home?'
export const lead = 'We’ll do our best to deliver as you ask.'
export const sendMessage = 'Send message'
export const thanks = 'Thank you'
export const thanksLead = 'We have your message. We’ll call you if anything is unclear.'
export const message = 'When will someone be in, or where can we leave the flowers?'
