// The messages about failures with a passkey, in English.

export const notMade =
  'No passkey was added, because you closed your device’s request or it timed out. Try again.'
export const alreadyThere = 'This device already has a passkey for your account.'
export const notUsed = 'No passkey was used. Try again, or sign in with your password.'
export const unverified =
  'This device can’t check that it’s you. Use one that you unlock with a fingerprint, your face or a PIN.'
export const unsupported = 'We can’t use passkeys from this device. Use another one.'
export const wrongSite = 'Your browser doesn’t allow passkeys at this address.'
export const failed = 'Your device couldn’t do that. Try again.'
