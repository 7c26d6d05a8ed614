// The texts of the profile page in English, before its panel loads.

export const title = 'Your profile'
export const heading = (
  <>
    Your <em>profile</em>
  </>
)
export const loading = 'Loading your profile'
export const signedOut = 'You’re signed out.'
export const signIn = 'Sign In'
