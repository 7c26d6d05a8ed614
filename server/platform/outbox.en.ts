// The reasons why a message is not sent yet, in English. Staff read them in the list of messages.

export const heldForAddress =
  'We’ve sent ten e-mails to this address today. Send this one if you know who asked for it.'
export const heldForNetwork =
  'Many e-mails were requested from one network today. Send this one if you know who asked for it.'
export const heldForOwner =
  'The owner hasn’t entered an e-mail address yet. We’ll send this to the address once it’s entered.'
export const leftForDigest = ({ most }: { most: number }) =>
  `There were more than ${most} notices this hour. We’ll send the rest in one e-mail when the hour is over.`
export const wrongAddress = 'E-mails can’t be sent to this address. Correct the address.'
export const secretChanged = 'This message can’t be decrypted because the server’s secret has changed.'
export const mailServerUnusable = 'The e-mail server couldn’t be reached, or didn’t accept the sign-in.'
export const waitsForServer = 'The school has no e-mail server yet. We’ll send this e-mail once it has one.'
export const waitsForUsableServer =
  'The e-mail server can’t be used. Enter it again, with its password, and we’ll send this e-mail.'
export const waitedTooLong = 'E-mails couldn’t be sent when this was written. Send it if it’s still correct.'
export const senderMissing = 'The school has no e-mail address yet. Enter it, because e-mails come from it.'
export const tookTooLong = ({ seconds }: { seconds: number }) =>
  `Sending took longer than ${seconds} seconds.`
export const unknownTemplate = ({ name }: { name: string }) =>
  `This version of the server has no e-mail called “${name}”.`
export const unreadableData = ({ name }: { name: string }) =>
  `This version of the server can’t read the data of the e-mail “${name}”.`
export const codeExpired = 'The code in this e-mail expired before we could send the e-mail.'

/** The kinds of messages whose own name says too little to staff. */
export const letterNames: Readonly<Record<string, string>> = {
  'batch-letter': 'message to the batch',
  'concern-received': 'problem with an order received',
  'date-fixed': 'date set',
  'mail-trial': 'trial e-mail',
  'new-device': 'sign-in from a new device',
  'order-asked': 'order to confirm',
  'order-charged': 're-delivery fee',
  'owners-told': 'notice to the owners',
  'own-links': 'links to orders and seats',
  'school-digest': 'notices to the school',
  'school-notice': 'notice to the school',
  'seat-asked': 'seat to confirm',
  'seat-let-go': 'seat given up',
  'seat-missing': 'payment without a seat',
  'seat-money-came': 'payment received',
  'seat-money-mistaken': 'payment corrected',
  'waiting-list-confirm': 'waiting list to confirm',
  'waiting-list-lapsed': 'waiting list offer ended',
}
