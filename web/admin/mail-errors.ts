/** The meanings of the middle and last number of a mail server's code, such as `5.1.1` (RFC 3463). */
const meanings: Readonly<Record<string, string>> = {
  '1.1': 'This mailbox doesn’t exist.',
  '1.2': 'The part of the address after @ doesn’t exist.',
  '1.3': 'The address isn’t valid.',
  '1.10': 'This address takes no e-mail.',
  '2.1': 'This mailbox is closed.',
  '2.2': 'This mailbox is full.',
  '3.4': 'The e-mail is too large for the recipient’s server.',
  '4.1': 'The recipient’s server didn’t answer.',
  '4.4': 'The recipient’s server couldn’t be found.',
  '7.1': 'The recipient’s server refused the e-mail as unwanted.',
}

/** The meanings of codes without a middle number. */
const plainMeanings: Readonly<Record<string, string>> = {
  '452': 'This mailbox is full.',
  '535': 'Your e-mail server didn’t accept the sign-in.',
  '550': 'This mailbox doesn’t exist.',
  '551': 'This mailbox has moved.',
  '552': 'This mailbox is full.',
  '553': 'The address isn’t valid.',
}

const lost = /\b(?:ECONNREFUSED|ECONNRESET|ECONNECTION|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ESOCKET|EPIPE)\b/

/**
 * Says in words why a mail server refused an e-mail. An answer that is words already, such as the school’s own reasons,
 * stays as it is.
 */
export function mailErrorInWords(error: string): string {
  const [, code = '', detail] = /\b([45]\d\d)[ -](?:[45]\.(\d{1,3}\.\d{1,3})\b)?/.exec(error) ?? []
  const isForNow = code.startsWith('4')
  // A server that greets strangers with a delay also answers 4.7.1, and takes the e-mail later.
  const isMeant = !(isForNow && detail?.startsWith('7'))
  const said = detail === undefined ? plainMeanings[code] : isMeant && meanings[detail]
  if (said) return said
  if (isForNow) return 'The recipient’s server asked us to try again later.'
  if (code !== '') return 'The recipient’s server refused the e-mail.'
  return lost.test(error) ? 'Your e-mail server couldn’t be reached.' : error
}
