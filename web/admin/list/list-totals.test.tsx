import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plural } from '../../../contract/plural.ts'
import type { ListTotals } from '../../../contract/primitives.ts'
import { ListTotalsLine } from './list-totals.tsx'

const some: ListTotals = { count: 2, amount: '3000.00', paid: '1500.00', due: '1500.00' }
const none: ListTotals = { count: 0, amount: '0.00', paid: '0.00', due: '0.00' }
const tooMany: ListTotals = { count: null, amount: null, paid: null, due: null }

test.each([
  [some, [], '2 orders in total · ₹3,000 · ₹1,500 received · ₹1,500 due'],
  [
    { ...some, count: 1, paid: '3000.00', due: '0.00' },
    [],
    '1 order in total · ₹3,000 · ₹3,000 received · nothing due',
  ],
  [{ ...some, paid: '0.00', due: '3000.00' }, [], '2 orders in total · ₹3,000 due'],
  [
    some,
    ['₹500 without a seat'],
    '2 orders in total · ₹3,000 · ₹1,500 received · ₹1,500 due · ₹500 without a seat',
  ],
  [none, [], '0 orders in total'],
  [none, ['holds that ended are not counted'], '0 orders in total · holds that ended are not counted'],
  [tooMany, [], 'Too many results to add up. Choose fewer days or add a filter.'],
  [undefined, [], ''],
])('the totals %j with the notes %j are shown as %o', (totals, more, text) => {
  const inTotal = ({ count }: { count: number }) =>
    plural(count, { one: '1 order in total', other: `${count} orders in total` })
  const line = <ListTotalsLine totals={totals} inTotal={inTotal} more={more} />
  expect(renderToStaticMarkup(line).replaceAll(/<[^>]*>/g, '')).toBe(text)
})
