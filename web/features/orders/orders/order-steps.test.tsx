import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { momentText } from '../../../../contract/words.ts'
import { OrderSteps } from './order-page.tsx'

type Step = StoreOrder['steps'][number]['step']

const at = (minute: number) => `2026-03-02T06:${String(minute).padStart(2, '0')}:00.000Z`
const stepsOf = (...minutes: (number | null)[]): StoreOrder['steps'] =>
  (['Ordered', 'Paid', 'Being arranged', 'On its way', 'Delivered'] as Step[]).map((step, n) => {
    const minute = minutes[n] ?? null
    return { step, at: minute === null ? null : at(minute) }
  })
/** The newest attempt first, as the server sends the attempts. */
const attempts = [
  { what: 'Tried again', at: at(33) },
  { what: 'Not reached', at: at(31) },
]

test.each<[string, StoreOrder['status'], StoreOrder['steps'], string[]]>([
  [
    'under way',
    'shipped',
    stepsOf(0, 1, 10, 30),
    ['Ordered', 'Paid', 'Being arranged', 'On its way', 'Not reached', 'Tried again', 'Delivered'],
  ],
  [
    'delivered',
    'delivered',
    stepsOf(0, 1, 10, 30, 34),
    ['Ordered', 'Paid', 'Being arranged', 'On its way', 'Not reached', 'Tried again', 'Delivered'],
  ],
  [
    'delivered between two attempts',
    'delivered',
    stepsOf(0, 1, 10, 30, 32),
    ['Ordered', 'Paid', 'Being arranged', 'On its way', 'Not reached', 'Delivered', 'Tried again'],
  ],
  [
    'delivered at the time of its step "On its way"',
    'delivered',
    stepsOf(0, 1, 10, 34, 34),
    ['Ordered', 'Paid', 'Being arranged', 'Not reached', 'Tried again', 'On its way', 'Delivered'],
  ],
  ['cancelled', 'cancelled', stepsOf(0, 1), ['Ordered', 'Paid', 'Not reached', 'Tried again']],
])(
  'the steps and delivery attempts of an order that is %s are shown in the order of time',
  (_, status, steps, expected) => {
    const html = renderToStaticMarkup(
      <OrderSteps steps={steps} attempts={attempts} way="standard" status={status} total={580} />,
    )
    const words = [...steps.map(({ step }) => step), ...attempts.map(({ what }) => what)]
    const found = html.match(new RegExp(words.join('|'), 'g'))
    expect(found).toEqual(expected)
    for (const attempt of attempts) expect(html).toContain(momentText(attempt.at))
  },
)

test('a free order has the step Confirmed in place of Paid', () => {
  const html = renderToStaticMarkup(
    <OrderSteps steps={stepsOf(0, 0)} attempts={[]} way="standard" status="confirmed" total={0} />,
  )
  expect(html).toContain('Confirmed')
  expect(html).not.toContain('Paid')
})
