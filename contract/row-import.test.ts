import { describe, expect, test } from 'vitest'
import { classImportRow } from './catalogue/courses.ts'
import { couponRow } from './money/coupon-files.ts'
import { closedDayRow } from './site/closed-days.ts'
import { postImportRow } from './site/journal.ts'
import { deliverySlotRow } from './store/delivery-records.ts'

const days = ['2027-12-14', '14/12/2027', '14-Dec-27', '14/12/2027 6:30', '46735', 'Tue, 14 Dec 2027']
const hours = ['09:30', '9:30', '9:30 AM', '09:30:00', '14/01/2027 9:30', '0.395833333']

/** Each entry reads one cell in a row that has the other cells it needs. */
const cells = {
  'next batch of a class': (cell: string) =>
    classImportRow.safeParse({ ...ofClass, nextbatch: cell }).data?.nextbatch,
  'first day of a coupon': (cell: string) =>
    couponRow.safeParse({ code: 'PONGAL10', offer: '10% off', startsOn: cell }).data?.startsOn,
  'last day of a coupon': (cell: string) =>
    couponRow.safeParse({ code: 'PONGAL10', offer: '10% off', endsOn: cell }).data?.endsOn,
  'closed day': (cell: string) => closedDayRow.safeParse({ day: cell, closedFor: 'Pongal' }).data?.day,
}
const ofClass = {
  title: 'Garlands',
  price: '100',
  duration: '1 hour',
  description: 'Tied',
  nextbatch: days[0],
}
const ofSlot = { name: 'Noon', way: 'standard', to: '18:00', closesOn: 'Day before', closesAt: '15:00' }
const ofClosedDay = { day: '2027-12-14', closedFor: 'Pongal' }

const hourCells = {
  'start of a class': (cell: string) =>
    classImportRow.safeParse({ ...ofClass, startTime: cell }).data?.startTime,
  'beginning of a slot': (cell: string) => deliverySlotRow.safeParse({ ...ofSlot, from: cell }).data?.from,
  'closing hour of a slot': (cell: string) =>
    deliverySlotRow.safeParse({ ...ofSlot, from: '10:00', closesAt: cell }).data?.closesAt,
  'closing hour of a closed day': (cell: string) =>
    closedDayRow.safeParse({ ...ofClosedDay, from: cell, until: '20:00' }).data?.from,
}

describe('cells of an imported file', () => {
  test.each(Object.entries(cells))(
    'the imported cell for the %s accepts a day in six notations, and refuses three texts that are not days',
    (_, read) => {
      expect(days.map(read)).toEqual(days.map(() => '2027-12-14'))
      expect(['14/13/2027', 'soon', '30/02/2027'].map(read)).toEqual([undefined, undefined, undefined])
    },
  )

  test.each(Object.entries(hourCells))(
    'the imported cell for the %s accepts an hour in six notations, and refuses three texts that are not hours',
    (_, read) => {
      expect(hours.map(read)).toEqual(hours.map(() => '09:30'))
      expect(['25:00', 'soon', '930'].map(read)).toEqual([undefined, undefined, undefined])
    },
  )

  test.each([
    ['2027-12-14 09:30', '2027-12-14T09:30'],
    ['2027-12-14T09:30', '2027-12-14T09:30'],
    ['14/12/2027 9:30 am', '2027-12-14T09:30'],
    ['14-Dec-27 21:30', '2027-12-14T21:30'],
    ['46735.395833333', '2027-12-14T09:30'],
    ['', undefined],
  ])('the time %j of an imported post is read', (publishOn, read) => {
    const row = postImportRow.safeParse({ title: 'Roses', body: 'Red', publishOn })
    expect([row.success, row.data?.publishOn]).toEqual([true, read])
  })

  test.each(['14/12/2027', 'soon', '9:30'])('the time %j of an imported post is refused', (publishOn) => {
    const { error } = postImportRow.safeParse({ title: 'Roses', body: 'Red', publishOn })
    expect(error?.issues.map(({ message }) => message)).toEqual(['Enter a date and a time'])
  })
})
