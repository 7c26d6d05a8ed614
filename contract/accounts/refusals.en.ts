// Refusals about accounts and sign-in, in English.

import { plural } from '../plural.ts'

/** A wait of at most this many seconds is told in seconds, and a longer wait in minutes. */
const secondsMax = 90

export const refusals = {
  limit_reached: {
    'passkeys-full': ({ max }: { max: number }) => `You already have ${max} passkeys. Remove one first.`,
  },
  validation_failed: {
    'instructor-needed': 'Choose the instructor who will use this account.',
    'password-of-school': 'Choose a password that doesn’t contain the school’s name.',
    'password-of-name': 'Choose a password that doesn’t contain your name.',
    'password-of-email': 'Choose a password that doesn’t contain your e-mail address.',
    'password-common':
      'This password is easy to guess. Choose another one. A short sentence is easy to remember.',
    'password-wrong': 'That isn’t your current password. Try again.',
    'address-own': 'Your account already uses this address.',
  },
  rate_limited: {
    'many-guesses': ({ seconds }: { seconds: number }) => {
      const minutes = Math.ceil(seconds / 60)
      return seconds <= secondsMax
        ? plural(seconds, {
            one: 'Too many wrong passwords or codes. Wait a moment and try again, or choose “Forgot your password?”.',
            other: `Too many wrong passwords or codes. Wait ${seconds} seconds and try again, or choose “Forgot your password?”.`,
          })
        : `Too many wrong passwords or codes. Wait ${minutes} minutes and try again, or choose “Forgot your password?”.`
    },
    'many-codes': 'Too many wrong codes. Wait 15 minutes and try again.',
  },
  conflict: {
    'account-known': 'You already have an account. Sign in.',
    'address-verified': 'Your e-mail address is already verified.',
    'address-given': 'This account already has its own address. Change it in your profile.',
    'address-taken': 'Another account uses this e-mail address now.',
    'staff-known': 'This address already has an account in the back office.',
    'staff-disabled': 'This address has a disabled account. Enable that account instead.',
    'own-account': 'You can’t disable your own account.',
    'own-second-factor': 'Go to Security to turn off your own two-factor sign-in.',
    'second-factor-begun': 'This setup is no longer active. Start again.',
    'second-factor-off': 'Two-factor sign-in is off. Turn it on first.',
    'second-factor-on': 'Two-factor sign-in is already on.',
    'passkey-known': 'You have already added this passkey.',
    'passkeys-impossible': 'Passkeys need a site with a domain name and https. Use your password.',
  },
  code_expired: {
    'invitation-over': 'This invitation is no longer valid. Ask for a new one.',
  },
  passkey_refused: {
    'passkey-late': 'This passkey request has expired or was already used. Try again.',
    'passkey-unknown': 'No account here uses this passkey. Sign in with your password.',
    'passkey-copied':
      'We refused this passkey because it may have been copied. Sign in with your password and remove the passkey under Security.',
    'passkey-unlocked':
      'Your device didn’t confirm that it’s you. Unlock it with your fingerprint, face or PIN, and try again.',
  },
}
