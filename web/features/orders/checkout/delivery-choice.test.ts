import { describe, expect, test } from 'vitest'
import type { DeliveryOption } from '../../../../contract/store/delivery.ts'
import { choiceIn, closingText, dayAndDate, dayNote, optionsOf } from './delivery-choice.ts'

const option = (changed: Partial<DeliveryOption> = {}): DeliveryOption => ({
  slotId: 'afternoon',
  name: 'Afternoon',
  way: 'standard',
  from: '13:00',
  to: '18:00',
  fee: 99,
  closesAt: '2026-03-03T09:30:00.000Z',
  left: null,
  reason: null,
  refusedFor: null,
  ...changed,
})
const full = { reason: 'Full', refusedFor: 'full' } as const
const late = { reason: 'Orders for today close at 3 pm', refusedFor: 'other' } as const
const pickup = option({ slotId: 'studio', way: 'pickup', fee: 0 })
const days = [
  { day: '2026-03-02', options: [option(late), pickup] },
  { day: '2026-03-03', options: [option(), pickup] },
]

describe('a day of delivery', () => {
  test.each<[string, string, Partial<DeliveryOption>[], boolean]>([
    ['one fee', '₹99', [{}], true],
    ['two fees', 'from ₹99', [{ fee: 249 }, {}], true],
    ['one full and one open time', '₹249', [full, { fee: 249 }], true],
    ['no fee', 'Free', [{ fee: 0 }], true],
    ['full times only', 'Full', [full, full], false],
    ['a school closed for a feast', 'Closed', [{ reason: 'Closed for Pongal', refusedFor: 'closed' }], false],
    [
      'a studio closed on that weekday',
      'Closed',
      [{ reason: 'The studio is closed on Mondays', refusedFor: 'closed' }],
      false,
    ],
    ['one time that is too late and one full time', 'Unavailable', [late, full], false],
    ['no times at all', 'Unavailable', [], false],
  ])('the note under a day with %s is “%s”', (_, text, options, isOpen) => {
    expect(dayNote(options.map(option))).toEqual({ text, isOpen })
  })

  test('pickup and delivery have separate options on a day', () => {
    expect(optionsOf(days[1], true)).toEqual([pickup])
    expect(optionsOf(days[1], false)).toEqual([option()])
    expect(optionsOf(undefined, false)).toEqual([])
  })
})

describe('the chosen delivery time', () => {
  test.each<[string, { day?: string; slotId?: string }, boolean, object]>([
    ['an empty form has no chosen time', {}, false, { kind: 'none' }],
    ['a day without a time is not yet a choice', { day: '2026-03-03' }, false, { kind: 'none' }],
    [
      'an open time is a valid choice',
      { day: '2026-03-03', slotId: 'afternoon' },
      false,
      { kind: 'open', option: option() },
    ],
    [
      'a time for pickup is no choice for a delivery',
      { day: '2026-03-03', slotId: 'studio' },
      false,
      { kind: 'none' },
    ],
    [
      'a time for pickup is a valid choice for a pickup',
      { day: '2026-03-03', slotId: 'studio' },
      true,
      { kind: 'open', option: pickup },
    ],
    [
      'a time that has closed meanwhile is lost, with a reason',
      { day: '2026-03-02', slotId: 'afternoon' },
      false,
      { kind: 'lost', reason: 'Orders for today close at 3 pm. Choose another time.' },
    ],
    [
      'a day that ended while the page was open is lost, with a reason',
      { day: '2026-03-01', slotId: 'afternoon' },
      false,
      { kind: 'lost', reason: 'That day has passed. Choose another day.' },
    ],
  ])('%s', (_, chosen, isPickup, choice) => {
    expect(choiceIn(days, chosen, isPickup)).toEqual(choice)
  })
})

test('the last time to order and the day of delivery are written in words', () => {
  expect(closingText(option())).toBe('Order by Tue, 3 pm')
  expect(dayAndDate('2026-03-02', '2026-03-02')).toBe('Today, 2 Mar')
  expect(dayAndDate('2026-03-03', '2026-03-02')).toBe('Tomorrow, 3 Mar')
  expect(dayAndDate('2026-03-04', '2026-03-02')).toBe('Wednesday, 4 Mar')
})
