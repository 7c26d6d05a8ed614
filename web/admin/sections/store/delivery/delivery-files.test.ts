import { describe, expect, test } from 'vitest'
import { type ImportColumn, importRowsMax } from '../../../../../contract/row-import.ts'
import { closedDayColumns, closedDayRow } from '../../../../../contract/site/closed-days.ts'
import {
  deliverySlotColumns,
  deliverySlotRow,
  deliveryZoneColumns,
  deliveryZoneRow,
} from '../../../../../contract/store/delivery-records.ts'
import { readBack } from '../../../../../tests/harness/read-back.ts'
import { closedDays } from '../../../closed-days.tsx'
import { readImport } from '../../../import/import-file.ts'
import { slots } from './slots.tsx'
import { zones } from './zones.tsx'

const stored = { id: 'x', created_at: '2026-01-01T00:00:00.000Z', version: 3 }

const noZone = { standardFee: null, expressFee: null, midnightFee: null, freeFrom: null }
const zone = {
  ...stored,
  ...noZone,
  name: '=Centre, "old"',
  pincodes: ['600004', '60002', '6'],
  standardFee: 99.5,
}
const slot = {
  ...stored,
  name: 'Afternoon',
  way: 'standard' as const,
  from: '13:00',
  to: '18:00',
  fee: 0,
  capacity: null,
  closesOn: 'same-day' as const,
  closesAt: '15:00',
}

describe('exported delivery settings', () => {
  test('exported delivery zones are imported unchanged, with their fees in paise', () => {
    const items = [
      zone,
      { ...zone, name: 'மயிலாப்பூர்', pincodes: ['600004'], standardFee: null, midnightFee: 0, freeFrom: 25000 },
    ]
    expect(readBack(zones, deliveryZoneColumns, deliveryZoneRow, items)).toEqual([
      { name: '=Centre, "old"', pincodes: ['600004', '60002', '6'], standardFee: 9950 },
      { name: 'மயிலாப்பூர்', pincodes: ['600004'], midnightFee: 0, freeFrom: 2_500_000 },
    ])
  })

  test('exported delivery slots of every type are imported unchanged', () => {
    const night = { from: '23:00', to: '00:30', closesOn: 'day-before' as const, fee: 250.5, capacity: 0 }
    const items = [
      slot,
      { ...slot, way: 'midnight' as const, name: 'Midnight', ...night },
      { ...slot, way: 'pickup' as const, capacity: 9999 },
      { ...slot, way: 'express' as const, capacity: 4 },
    ]
    const { id: _, created_at: __, version: ___, capacity: ____, ...typed } = slot
    expect(readBack(slots, deliverySlotColumns, deliverySlotRow, items)).toEqual([
      typed,
      { ...typed, way: 'midnight', name: 'Midnight', ...night, fee: 25_050 },
      { ...typed, way: 'pickup', capacity: 9999 },
      { ...typed, way: 'express', capacity: 4 },
    ])
  })

  test('exported closed days and days with their own limit of orders are imported unchanged', () => {
    const planned = { sessions: [], orders: 0 }
    const day = { ...stored, closedFor: null, capacity: null, from: null, until: null, planned }
    const items = [
      { ...day, day: '2026-01-15', closedFor: 'Pongal' },
      { ...day, day: '2026-02-14', closedFor: 'a wedding', from: '14:00', until: '18:30' },
      { ...day, day: '2028-02-29', capacity: 0 },
    ]
    expect(readBack(closedDays, closedDayColumns, closedDayRow, items)).toEqual([
      { day: '2026-01-15', closedFor: 'Pongal' },
      { day: '2026-02-14', closedFor: 'a wedding', from: '14:00', until: '18:30' },
      { day: '2028-02-29', capacity: 0 },
    ])
  })
})

describe('an import file of the wrong shape', () => {
  test.each<[string, readonly ImportColumn[], string, string]>([
    [
      'a file of slots in the import of zones',
      deliveryZoneColumns,
      'Name,Type,From,To\nA,standard,1,2',
      'The column “Pincodes” is missing.',
    ],
    [
      'a file of zones in the import of slots',
      deliverySlotColumns,
      'Name,Pincodes\nA,600004',
      'These columns are missing: “Type”, “From”, “To”, “Closes on”, “Closes at”.',
    ],
    [
      'a file of students in the import of closed days',
      closedDayColumns,
      'Name,Email\nA,b',
      'The column “Day” is missing.',
    ],
    [
      'a file of 10,000 zones',
      deliveryZoneColumns,
      `Name,Pincodes\n${'A,600004\n'.repeat(10_000)}`,
      `The file has 10,000 rows. You can import up to ${importRowsMax.toLocaleString('en')} at a time.`,
    ],
  ])('the import of delivery settings refuses %s with a reason', (_, columns, file, sentence) => {
    expect(() => readImport(file, columns)).toThrow(sentence)
  })
})

test.each([
  ['9:00', '09:00'],
  ['09:00:00', '09:00'],
  ['9:30 AM', '09:30'],
  ['12:00 am', '00:00'],
  ['12:15 PM', '12:15'],
  ['11:00 pm', '23:00'],
])('the import reads the hour %s of a spreadsheet as %s', (typed, hour) => {
  const row = {
    name: 'A',
    way: 'Midnight',
    from: typed,
    to: '23:59',
    closesOn: 'day before',
    closesAt: '08:00',
  }
  expect(deliverySlotRow.parse(row).from).toBe(hour)
})
