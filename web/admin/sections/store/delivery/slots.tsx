import * as z from 'zod/mini'
import { plural } from '../../../../../contract/plural.ts'
import { deliveryWays } from '../../../../../contract/store/delivery-facts.ts'
import { hourText, windowText } from '../../../../../contract/store/delivery-hours.ts'
import {
  closingDayWords,
  type DeliverySlot,
  deliverySlotColumns,
  deliverySlotFields,
} from '../../../../../contract/store/delivery-records.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { fewWords } from '../../../list/columns.tsx'
import { byName, upAndDown } from '../../../list/list-choices.ts'
import { recordOf } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { choice, formFields, inRupees, number, text } from '../../../record-fields.tsx'
import { sectionOf } from '../../../record-section.tsx'

const ways = deliveryWays.map((value) => ({
  value,
  label: `${value[0]?.toUpperCase() ?? ''}${value.slice(1)}`,
}))
const time = (label: string, start: string) => ({
  ...text(label, z.string(), { type: 'time', required: true }),
  start,
})

const fields = formFields(
  deliverySlotFields,
  { name: { placeholder: 'Afternoon' }, capacity: { hint: 'Leave blank for no limit' } },
  {
    way: { ...choice<DeliverySlot['way']>('Type', ways, { required: true }), clears: 'fee' },
    from: { ...time('From', '09:00'), clears: 'to' },
    to: { ...time('To', '13:00'), clears: 'closesAt' },
    fee: {
      ...number('Fee (₹)', deliverySlotFields.fee.rule, {
        required: true,
        ...inRupees,
        hint: 'Added to the zone’s fee. Pickup has no fee.',
      }),
      start: '0',
    },
    closesOn: {
      ...choice<DeliverySlot['closesOn']>('Orders close', [
        { value: 'same-day', label: 'On the delivery day' },
        { value: 'day-before', label: 'The day before' },
      ]),
      clears: 'closesAt',
    },
    closesAt: time('Closing time', '09:00'),
  },
)

const closingText = ({ closesOn, closesAt }: DeliverySlot) =>
  `${hourText(closesAt)} ${closesOn === 'same-day' ? 'on the day' : 'the day before'}`

// The columns of the CSV have the names that an import expects.
export const slots = recordOf({
  kind: 'delivery-slot',
  calls: callsOf('/api/admin/delivery-slots', 'edit'),
  fileName: 'slots',
  namedBy: 'name',
  texts: {
    add: 'Add Delivery Time',
    edit: 'Edit Delivery Time',
    added: 'Delivery time created successfully',
    addFailed: 'Failed to create delivery time. Please try again.',
    updated: 'Delivery time updated successfully',
    updateFailed: 'Failed to update delivery time. Please try again.',
    changed: 'Someone else changed this delivery time.',
    keptDraft: 'We’ve kept what you typed for a new delivery time.',
    filters: 'Filters for delivery times',
    loading: 'Loading delivery times…',
    notLoaded: 'We couldn’t load the delivery times',
    loadFailed: 'Failed to fetch the delivery times',
    refreshed: 'Delivery times refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 delivery time', other: `${count} delivery times` }),
    deleteText: () => 'Existing orders keep this time.',
    deleted: () => 'Delivery time deleted successfully',
    deleteFailed: 'Failed to delete delivery time. Please try again.',
    empty: {
      title: 'No delivery times found',
      text: 'Add a delivery time so that customers can choose when their flowers come.',
      add: 'Add First Delivery Time',
    },
  },
  list: {
    id: 'delivery-slots',
    endpoint: 'GET /api/admin/delivery-slots',
    search: { label: 'Search delivery times', placeholder: 'Name' },
    filters: [{ name: 'way', label: 'Type', options: ways }],
    sorts: [...upAndDown('from', 'Hours', 'earliest first', 'latest first'), ...byName],
  },
  rows: ({ data }: { data: DeliverySlot[] }) => data,
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    'way',
    { header: 'Hours', text: windowText, sort: 'from', className: 'min-w-40' },
    [
      'fee',
      {
        text: ({ fee }) => (Number(fee) === 0 ? 'None' : formatRupees(fee)),
        short: ({ fee }) => (Number(fee) === 0 ? '' : `Fee ${formatRupees(fee)}`),
        isSum: false,
        isFolded: true,
      },
    ],
    [
      'capacity',
      {
        text: ({ capacity }) => (capacity === null ? 'No limit' : String(capacity)),
        short: ({ capacity }) => (capacity === null ? '' : `${capacity} orders a day`),
        csv: ({ capacity }) => String(capacity ?? ''),
      },
    ],
    { header: 'Orders close', text: closingText, short: (slot) => `Order until ${closingText(slot)}` },
    '...',
    ['closesOn', { header: 'Closes on', text: (slot) => closingDayWords[slot.closesOn], isHidden: true }],
    ['closesAt', { header: 'Closes at', isHidden: true }],
  ],
  form: {
    description: 'A midnight delivery from 23:00 to 00:30 starts on the evening before its delivery day.',
    fields,
    lines: [
      ['name', 'way'],
      ['from', 'to'],
      ['fee', 'capacity'],
      ['closesOn', 'closesAt'],
    ],
  },
  importing: {
    endpoint: 'POST /api/admin/delivery-slots/import',
    columns: deliverySlotColumns,
    title: 'Import delivery times',
  },
})

export const Slots = sectionOf(slots, { addAction: 'add-slot', importAction: 'import-slots' })
