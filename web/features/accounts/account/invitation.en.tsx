// The texts of the page of an invitation in English.

export const invitationTitle = 'Your invitation'
export const invitationHeading = (
  <>
    Your <em>invitation</em>
  </>
)
export const invitationLead =
  'The school has invited you to its back office. Enter your name and choose a password to get started.'
export const acceptInvitation = 'Accept invitation'
export const incompleteLink = 'This link is incomplete'
export const incompleteLinkLead =
  'Open the link in our e-mail again. If you already have an account, sign in.'
export const signIn = 'Sign in'
export const call = ({ phone }: { phone: string }) => `Call ${phone}`
export const accountReadyHeading = (
  <>
    Your account is <em>ready</em>
  </>
)
export const accountReadyLead = ({ email }: { email: string }) =>
  `Sign in with ${email} and the password you’ve just chosen.`
