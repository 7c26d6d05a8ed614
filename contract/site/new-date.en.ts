// The text in English about a batch that meets on days on which the school is closed.

import { plural } from '../plural.ts'

export const datesMayChange = ({ days, count }: { days: string; count: number }) =>
  plural(count, {
    one: `The school is closed on ${days}, so this date may change.`,
    other: `The school is closed on ${days}, so these dates may change.`,
  })
