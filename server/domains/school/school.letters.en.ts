// The English texts of the e-mail that tells owners about changes.

export const newsTexts = {
  'role-changed': 'An account’s role was changed',
  'account-disabled': 'An account was disabled',
  'account-enabled': 'An account was enabled again',
  'invitation-sent': 'Someone was invited to the back office',
  'invitation-accepted': 'An invitation to the back office was accepted',
  'second-factor-reset': 'Two-factor sign-in was reset for an account',
  'payment-settings': 'The school’s payment details were changed',
  'cancel-rule': 'The rule for cancelling a seat was changed',
  'school-address': 'The school’s e-mail address was changed',
  'mail-server': 'The server that sends the school’s e-mails was changed',
  'security-rule': 'A sign-in rule was changed',
  'demonstration-emptied': 'The demonstration was emptied, and the school begins with its own data',
  'site-opened': 'The site was opened to visitors',
}

export const mailServerNow = ({ host, user }: { host: string; user: string }) =>
  user === '' ? `${host}, without a sign-in` : `${host}, signed in as ${user}`

export const mailTrialTexts = {
  subject: ({ school }: { school: string }) => `A trial e-mail from ${school}`,
  works: ({ school, host }: { school: string; host: string }) =>
    `This e-mail shows that ${school} can send e-mails through ${host}. Your visitors’ e-mails are sent the same way.`,
}

export const ownersToldTexts = {
  happened: ({ news, school }: { news: string; school: string }) =>
    `${news}. Every owner of the back office of ${school} gets this e-mail.`,
  ifUnknown: 'If you don’t recognise this change, check the audit log and change your password.',
  what: 'What',
  by: 'By',
  when: 'When',
  openAuditLog: 'Open the audit log',
}
