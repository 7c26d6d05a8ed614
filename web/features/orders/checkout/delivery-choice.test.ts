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
  ...changed,
})
const pickup = option({ slotId: 'studio', way: 'pickup', fee: 0 })
const days = [
  { day: '2026-03-02', options: [option({ reason: 'Orders for today close at 3 pm' }), pickup] },
  { day: '2026-03-03', options: [option(), pickup] },
]

describe('beneath a day', () => {
  test.each<[string, Partial<DeliveryOption>[], string, boolean]>([
    ['one fee', [{}], '₹99', true],
    ['the least of two fees', [{ fee: 249 }, {}], 'from ₹99', true],
    ['the least of what is open', [{ reason: 'Full' }, { fee: 249 }], '₹249', true],
    ['no fee', [{ fee: 0 }], 'Free', true],
    ['all full', [{ reason: 'Full' }, { reason: 'Full' }], 'Full', false],
    ['a closed day', [{ reason: 'Closed for Pongal' }], 'Closed', false],
    ['a day of a closed studio', [{ reason: 'The studio is closed on Mondays' }], 'Closed', false],
    [
      'too late, and full',
      [{ reason: 'Orders for today close at 3 pm' }, { reason: 'Full' }],
      'Not open',
      false,
    ],
    ['nothing at all', [], 'Not open', false],
  ])('%s', (_, options, text, isOpen) => {
    expect(dayNote(options.map(option))).toEqual({ text, isOpen })
  })

  test('pickup and delivery are two choices', () => {
    expect(optionsOf(days[1], true)).toEqual([pickup])
    expect(optionsOf(days[1], false)).toEqual([option()])
    expect(optionsOf(undefined, false)).toEqual([])
  })
})

describe('what was chosen', () => {
  test.each<[string, { day?: string; slotId?: string }, boolean, object]>([
    ['nothing', {}, false, { kind: 'none' }],
    ['a day alone', { day: '2026-03-03' }, false, { kind: 'none' }],
    ['an open time', { day: '2026-03-03', slotId: 'afternoon' }, false, { kind: 'open', option: option() }],
    ['a time of the other way', { day: '2026-03-03', slotId: 'studio' }, false, { kind: 'none' }],
    ['the studio', { day: '2026-03-03', slotId: 'studio' }, true, { kind: 'open', option: pickup }],
    [
      'a time that has closed meanwhile',
      { day: '2026-03-02', slotId: 'afternoon' },
      false,
      { kind: 'lost', reason: 'Orders for today close at 3 pm. Please choose another time.' },
    ],
    [
      'a day that ended at midnight while the page stood open',
      { day: '2026-03-01', slotId: 'afternoon' },
      false,
      { kind: 'lost', reason: 'Yesterday is over. Please choose another day.' },
    ],
  ])('%s', (_, chosen, isPickup, choice) => {
    expect(choiceIn(days, chosen, isPickup)).toEqual(choice)
  })
})

test('closings and days in words', () => {
  expect(closingText(option())).toBe('Order by Tue, 3 pm')
  expect(dayAndDate('2026-03-02', '2026-03-02')).toBe('Today, 2 Mar')
  expect(dayAndDate('2026-03-03', '2026-03-02')).toBe('Tomorrow, 3 Mar')
  expect(dayAndDate('2026-03-04', '2026-03-02')).toBe('Wednesday, 4 Mar')
})
