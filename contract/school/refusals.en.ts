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
    'hours-gone': 'The office hours for this day no longer exist. Refresh the list.',
  },
  conflict: {
    'hours-known': ({ day }: { day: string }) => `${day} already has hours. Edit those instead.`,
    'site-incomplete': ({ missing }: { missing: readonly OpeningNeed[] }) =>
      `The site can’t open yet. Still missing: ${missing.map((need) => needNames[need]).join(', ')}.`,
    'pictures-enough': ({ max }: { max: number }) =>
      `The home page shows at most ${max} pictures. Remove one first.`,
    'price-known': 'These hours have a price again. Edit that one instead.',
  },
}
