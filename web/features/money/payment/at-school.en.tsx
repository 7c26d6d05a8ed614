// The texts in English about paying at the school.

export const pay = 'Pay at the school'
export const payLead = 'Come and pay there. We’ll e-mail you the deadline and our opening hours.'
export const payLeadHere = 'Come and pay there. Next, you’ll see the deadline and our opening hours.'
export const failed = 'We couldn’t save that. Try again.'
export const chosen = 'You’ll pay at the school'
export const chosenLead = ({ until }: { until: string }) => `Please come and pay by ${until}.`
export const callIfLater = 'If you can’t come by then, please call us.'
export const feeThere = 'You can pay this fee at the school'
export const where = 'Where'
export const confirm = 'Confirm that you’ll pay at the school'
export const confirmLead = ({ until }: { until: string }) =>
  `We’ve sent you an e-mail. Open its link before ${until}, and we’ll hold this for longer. No e-mail after a few minutes? Check your spam folder.`
