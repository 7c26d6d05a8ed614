// Refusals about the school's hours, prices, site and pictures, in English.

export const refusals = {
  not_found: {
    'hours-gone': 'The hours of this day no longer exist. Refresh the list.',
  },
  conflict: {
    'hours-known': ({ day }: { day: string }) => `${day} already has hours. Edit those instead.`,
    'pictures-enough': ({ max }: { max: number }) =>
      `The home page shows at most ${max} pictures. Remove one first.`,
    'price-known': 'These hours have a price again. Edit that one instead.',
  },
}
