// Refusals about the school's hours and prices, in English.

export const refusals = {
  not_found: {
    'hours-gone': 'The hours of this day no longer exist. Refresh the list.',
  },
  conflict: {
    'hours-known': ({ day }: { day: string }) => `${day} already has hours. Edit those instead.`,
    'price-known': 'These hours have a price again. Edit that one instead.',
  },
}
