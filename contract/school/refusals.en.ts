// Refusals about the school's hours, prices, site and pictures, in English.

import type { OpeningNeed } from './opening-needs.ts'

export const needNames: Record<OpeningNeed, string> = {
  name: 'the school’s name',
  city: 'its city',
  address: 'its address',
  phone: 'its phone number',
  email: 'its e-mail address',
  'second-factor': 'your two-factor sign-in',
}

export const refusals = {
  not_found: {
    'page-version-gone': 'This version of the page doesn’t exist. Refresh the list of versions.',
    'accepted-text-damaged': 'The text that was accepted can’t be read any more. Contact us if you need it.',
    'hours-gone': 'The office hours for this day no longer exist. Refresh the list.',
  },
  conflict: {
    'hours-known': ({ day }: { day: string }) => `${day} already has hours. Edit those instead.`,
    'part-off':
      'This part of the site is switched off in Settings, so it has no pages to preview. Switch it on first.',
    'site-incomplete': ({ missing }: { missing: readonly OpeningNeed[] }) =>
      `The site can’t open yet. Still missing: ${missing.map((need) => needNames[need]).join(', ')}.`,
    'page-changed':
      'Someone changed this page in the meantime. Your words are still here. Look at the newest draft before you save.',
    'page-picture-gone': 'A picture of this page is no longer there. Add it again.',
    'no-page-draft': 'This page has no unpublished changes any more. Refresh the page.',
    'no-demonstration':
      'This is not the demonstration school, or it has just been emptied. Refresh the page.',
    'emptying-under-way': 'The demonstration is being emptied right now. Refresh the page in a moment.',
    'mail-by-variables':
      'The e-mail server is set by SMTP_HOST on the server. Ask the person who runs it to change or remove the SMTP_ variables.',
    'mail-server-missing': 'There’s no e-mail server yet. Enter it and save it first.',
    'mail-server-broken': 'The stored e-mail server can’t be used. Enter it again, with its password.',
    'sender-missing': 'Enter the school’s e-mail address first, because e-mails come from it.',
    'trial-failed':
      'The e-mail server didn’t take the e-mail. Check the server, the port, the encryption, the user name and the password.',
    'terms-changed': 'Our terms have changed. Please read them again.',
    'price-known': 'These hours have a price now. Edit that price instead.',
  },
  validation_failed: {
    'school-name-differs': ({ name }: { name: string }) => `Type “${name}” here to confirm.`,
    'mail-password-needed': 'Enter the password that belongs to this server and user name',
  },
  rate_limited: {
    'changes-enough': 'You’ve changed the e-mail server many times. Try again in an hour.',
    'trials-enough': 'You’ve sent several trial e-mails. Try again in an hour.',
  },
  unavailable: {
    'backup-failed': ({ why }: { why: string }) =>
      `We couldn’t make the backup, so nothing was emptied. ${why}`,
    'emptying-failed': ({ backup }: { backup: string }) =>
      `Something went wrong after the backup was made. Refresh the page. If the demonstration is still here, empty it again. The backup stays in ${backup} on the server.`,
  },
}
