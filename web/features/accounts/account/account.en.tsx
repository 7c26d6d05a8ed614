// The texts of signing up and of a new password in English.

export const signUp = 'Sign up'
export const signUpHeading = (
  <>
    Sign <em>up</em>
  </>
)
export const signUpLead =
  'You don’t need an account to enrol or book. With one, you see all your courses, bookings and orders in one place.'
export const signUpButton = 'Sign Up'
export const haveAccount = 'Already have an account?'
export const signInLink = 'Sign in'
export const finishSignUp = 'Finish signing up'
export const accountReadyToast = ({ name }: { name: string }) => `Welcome, ${name}! Your account is ready.`

export const forgotPassword = 'Forgot your password?'
export const forgotPasswordHeading = (
  <>
    Forgot your <em>password</em>?
  </>
)
export const forgotPasswordLead =
  'Enter the e-mail address of your account. We’ll send you a code to choose a new password.'
export const forgotPasswordForm = 'Reset your password'
export const sendCode = 'Send code'
export const backToSignIn = 'Back to sign in'

export const checkEmailHeading = (
  <>
    Check your <em>e-mail</em>
  </>
)
export const enterSignUpCode =
  'Enter the 6-digit code from it. It may take a minute to arrive. If you can’t find it, check your spam folder. If the address already has an account, our e-mail tells you so.'
export const enterResetCode =
  'If the address has an account, the e-mail has a 6-digit code. It may take a minute to arrive. If you can’t find it, check your spam folder. You can use the link in our latest e-mail too.'
export const proceed = 'Continue'
export const otherAddress = 'Use a different e-mail address'

export const newPasswordHeading = (
  <>
    Choose a new <em>password</em>
  </>
)
export const newPasswordFor = ({ email }: { email: string }) => `For ${email}`
export const newPassword = 'New password'
export const savePassword = 'Save new password'
export const startAgain = 'Start again'
export const passwordChangedHeading = (
  <>
    Password <em>changed</em>
  </>
)
export const passwordChangedLead = 'We’ve signed you out on every device. Sign in with your new password.'
