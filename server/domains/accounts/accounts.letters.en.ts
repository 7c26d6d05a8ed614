// The texts of the letters about accounts in English.

import type { StaffRole } from '../../../contract/rights.ts'
import { reachUs } from '../../platform/messages/letter.en.ts'

interface School {
  school: string
}

export const oneTimeCodeTexts = {
  'sign-up': {
    subject: ({ code }: { code: string }) => `${code} is your sign-up code`,
    enter: 'Enter this code on the page where you signed up.',
  },
  'reset-password': {
    subject: ({ code }: { code: string }) => `${code} is your code to choose a new password`,
    enter: 'Enter this code on the page where you asked for a new password.',
  },
  'verify-email': {
    subject: ({ code }: { code: string }) => `${code} is your code to verify your e-mail address`,
    enter: 'Enter this code on your profile page.',
  },
  'change-email': {
    subject: ({ code }: { code: string }) => `${code} is your code to change your e-mail address`,
    enter: 'Enter this code on your profile page to use this e-mail address for your account.',
  },
}

export const oneTimeLinkTexts = {
  subject: 'Your link to choose a new password',
  use: 'Use the link below to choose a new password.',
  orUse: 'If the page doesn’t accept the code, use the link below.',
  link: 'Choose a new password',
  code: 'Code',
  codeEnds: ({ school }: School) =>
    `The code works once and expires in 10 minutes. If you didn’t ask for it, you can ignore this e-mail. Nobody from ${school} will ever ask you for the code.`,
  linkEnds: ({ school }: School) =>
    `The link works once and expires in 10 minutes. If you didn’t ask for it, you can ignore this e-mail. Nobody from ${school} will ever ask you for the link.`,
}

export const ignoreTexts = {
  ifNotYou: 'If this wasn’t you, you can ignore this e-mail.',
}

export const accountExistsTexts = {
  subject: ({ school }: School) => `You already have an account with ${school}`,
  signedUp:
    'Someone, probably you, tried to sign up with this e-mail address. This address already has an account, so we haven’t changed anything.',
  forgot: 'If you’ve forgotten your password, choose “Forgot your password?” when you sign in.',
  signIn: 'Sign in',
}

export const addressTakenTexts = {
  subject: 'Someone asked to use your e-mail address for another account',
  asked: ({ school }: School) =>
    `Someone, perhaps you, asked ${school} to use this e-mail address for another account. This address already has an account, so we haven’t changed anything.`,
  signIn: 'Sign in with this address',
}

export const noAccountTexts = {
  subject: 'There’s no account with this e-mail address',
  asked: ({ school }: School) =>
    `Someone, probably you, asked ${school} for a new password. There’s no account with this e-mail address. You may have used another address, or you may not have signed up yet.`,
  signUp: 'Sign up',
}

export const passwordChangedTexts = {
  subject: 'Your password was changed',
  changed: ({ at }: { at: string }) =>
    `Your password was changed on ${at}. We’ve signed you out on every other device.`,
}

export const emailChangedTexts = {
  subject: 'The e-mail address of your account was changed',
  changed: ({ at }: { at: string }) =>
    `The e-mail address of your account was changed on ${at}. We’ll use the new address from now on, and we’ve signed you out on every other device.`,
  ifNotYou: (us: { phone: string }) => `If this wasn’t you, ${reachUs(us)} right away.`,
}

export const invitationTexts = {
  subject: ({ school }: School) => `You’re invited to the back office of ${school}`,
  invited: {
    owner: ({ school }: School) => `${school} has invited you to its back office as an owner.`,
    manager: ({ school }: School) => `${school} has invited you to its back office as a manager.`,
    'front-desk': ({ school }: School) =>
      `${school} has invited you to its back office to work at the front desk.`,
    instructor: ({ school }: School) => `${school} has invited you to its back office as an instructor.`,
    florist: ({ school }: School) => `${school} has invited you to its back office as a florist.`,
  } satisfies Record<StaffRole, unknown>,
  start: 'Enter your name and choose a password to get started.',
  accept: 'Accept invitation',
  ends: ({ until }: { until: string }) =>
    `The link works once, until ${until}. If you didn’t expect this invitation, you can ignore it.`,
}

export const securityTexts = {
  'two-factor-on': 'Two-factor sign-in was turned on',
  'two-factor-off': 'Two-factor sign-in was turned off',
  'two-factor-reset': 'An owner turned off your two-factor sign-in',
  'recovery-code-used': 'A recovery code was used to sign in',
  'way-in-anew': 'Your sign-in was reset on the school’s server',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'passkey-copied': 'We rejected a passkey that may have been copied',
}

export const securityLetterTexts = {
  happened: ({ change, at }: { change: string; at: string }) => `${change}. This happened on ${at}.`,
  seePasskeys: 'See or remove your passkeys',
  ifNotYou: (us: { phone: string }) =>
    `If this wasn’t you, choose a new password right away and ${reachUs(us)}.`,
  newPassword: 'Choose a new password',
}

export const newDeviceTexts = {
  subject: 'New sign-in to your account',
  signedIn: ({ school }: School) =>
    `Someone, probably you, signed in to the back office of ${school} on a new device.`,
  when: 'When',
  device: 'Device',
  unknown: 'Unknown',
  ifYou: 'If this was you, there’s nothing to do. We’ll recognise this device from now on.',
}

export const wrongSignInsTexts = {
  codeSubject: 'Someone knows your password and is trying to guess your code',
  wrongCodes: ({ count, at }: { count: number; at: string }) =>
    `Someone entered your correct password, then a wrong two-factor code, ${count} times in a row. The last attempt was on ${at}.`,
  passwordSubject: 'Someone is trying to guess your password',
  wrongPasswords: ({ count, at }: { count: number; at: string }) =>
    `Someone entered a wrong password for your account ${count} times in a row. The last attempt was on ${at}.`,
  waiting:
    'They have to wait longer after each attempt. You can still sign in on a device that you’ve used before. On another device, choose “Forgot your password?”.',
  ifYou: 'If this was you, there’s nothing to do. We send this e-mail at most once a day.',
}

/** The rule of the owners' sign-in, as a letter to the owners states it. */
export const ownerRuleTexts = {
  required: 'Two-factor sign-in is required for owners',
  optional: 'Two-factor sign-in is optional for owners',
}
