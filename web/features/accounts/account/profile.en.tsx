// The texts of the profile page's panel in English.

import type { ReactNode } from 'react'

export const profileLoading = 'Loading your profile'
export const profileFailed = 'We couldn’t load your profile'

export const registrations = 'My courses and bookings'
export const registrationsLoading = 'Loading your courses'
export const registrationsFailed = 'We couldn’t load your courses'
export const noRegistrations = 'No courses or bookings yet'
export const noRegistrationsLead = 'Courses and bookings made with this e-mail address appear here.'
export const seeCourses = 'See our courses'
export const batch = 'Batch'
export const date = 'Date'
export const guest = 'Name'
export const amount = 'Amount'
export const due = 'Due'
export const reference = 'Reference'
export const heldUntil = 'Held until'
export const payNow = 'Pay now'
export const payNowFor = ({ title }: { title: string }) => `Pay now: ${title}`
export const viewOrCancel = 'View or cancel'
export const viewOrCancelOf = ({ title }: { title: string }) => `View or cancel: ${title}`
export const confirmed = 'Confirmed'
export const cancelled = 'Cancelled'
export const checkingPayment = 'Checking your payment'
export const expired = 'No longer held'
export const paymentDue = 'Payment due'

export const verify = 'Verify your e-mail address'
export const verifyLead = ({ email }: { email: ReactNode }) => (
  <>To see the courses and bookings made with {email}, confirm that it’s your address.</>
)
export const sendCode = 'Send code'
export const verifyButton = 'Verify'
export const verified = 'E-mail address verified'

export const orders = 'My orders'

export const recipients = 'Saved recipients'
export const recipientsLoading = 'Loading your saved recipients'
export const recipientsFailed = 'We couldn’t load your saved recipients'
export const noRecipients =
  'No saved recipients yet. Select “Save this recipient” at checkout, and you won’t need to type the address again.'
export const change = 'Change'
export const changeRecipient = ({ label }: { label: string }) => `Change ${label}`
export const changeRecipientLead = 'Orders you’ve already placed stay the same.'
export const save = 'Save'
export const recipientSaved = 'Saved'
export const recipientSavedLead = 'Choose this recipient at checkout to fill in the address.'
export const nickname = 'Nickname'
export const nicknameHint = 'Only you see it. Leave it blank to use the recipient’s name.'
export const recipientName = 'Recipient’s name'
export const recipientPhone = 'Recipient’s phone'
export const address = 'Address'
export const area = 'Area'
export const pincode = 'Pincode'
export const landmark = 'Landmark (optional)'
export const remove = 'Delete'
export const removeRecipient = ({ label }: { label: string }) => `Delete ${label}`
export const recipientDeleted = ({ label }: { label: string }) => `${label} deleted`
export const undo = 'Undo'
export const deleteFailed = ({ label }: { label: string }) => `We couldn’t delete ${label}`
export const restoreFailed = ({ label }: { label: string }) => `We couldn’t restore ${label}`
export const restoredAs = ({ label }: { label: string }) => `Restored as ${label}`
export const nicknameLost = 'We couldn’t restore the nickname. Edit the recipient to add it again.'

export const details = 'Your details'
export const phone = 'Phone'
export const saveDetails = 'Save details'
export const detailsSaved = 'Details saved'

export const emailAddress = 'E-mail address'
export const changeEmail = 'Change e-mail address'
export const newAddress = 'New e-mail address'
export const newAddressHint = ({ email }: { email: string }) =>
  `Courses and bookings made with ${email} stay with that address. To move them, call us.`
export const yourPassword = 'Your password'
export const cancel = 'Cancel'
export const keepAddress = ({ email }: { email: string }) => `Keep ${email}`
export const emailChanged = 'E-mail address changed'

export const password = 'Password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const changePassword = 'Change password'
export const savePassword = 'Save new password'
export const passwordChanged = 'Password changed'
export const othersSignedOut = 'We’ve signed you out on every other device.'

export const signedInOn = 'Where you’re signed in'
export const devices = 'Devices'
export const devicesLoading = 'Loading your devices'
export const devicesFailed = 'We couldn’t load your devices'
export const unknownDevice = 'Unknown device'
export const deviceUsed = ({ lastUsed, signedIn }: { lastUsed: string; signedIn: string }) =>
  `Last used ${lastUsed}, signed in ${signedIn}`
export const thisDevice = 'This device'
export const signOut = 'Sign out'
export const signOutDevice = ({ device, lastUsed }: { device: string; lastUsed: string }) =>
  `Sign out: ${device}, last used ${lastUsed}`
export const signOutOthers = 'Sign out of all other devices'
export const deviceSignedOut = 'Device signed out'
export const allOthersSignedOut = 'Signed out of all other devices'
export const signOutFailed = 'We couldn’t sign that device out'
export const checkConnection = 'Check your connection and try again.'
