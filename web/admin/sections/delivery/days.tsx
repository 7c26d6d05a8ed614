import { type OddDeliveryDay, oddDeliveryDayInput } from '../../../../contract/delivery-records.ts'
import { counted, dayText } from '../../../../contract/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { dayColumn } from '../../list/columns.tsx'
import { useList } from '../../list/use-list.ts'
import { recordOf } from '../../record.ts'
import { callsOf } from '../../record-calls.ts'
import { number, orNone, text } from '../../record-fields.tsx'
import { RecordSection } from '../../record-section.tsx'

const rule = oddDeliveryDayInput.shape

const fields = {
  day: text('Day', rule.day, { type: 'date', required: true }),
  closedFor: {
    ...orNone(
      text('Closed for', rule.closedFor, {
        maxLength: 60,
        placeholder: 'Pongal',
        hint: 'Visitors read “Closed for Pongal”. Empty where the school delivers.',
      }),
    ),
  },
  capacity: {
    ...orNone(
      number('Orders in each slot', rule.capacity, {
        hint: 'In place of each slot’s own number. Empty is as usual.',
      }),
    ),
    clears: 'closedFor',
  },
}

const stateText = ({ closedFor, capacity }: OddDeliveryDay) =>
  closedFor ? `Closed for ${closedFor}` : `${counted(capacity ?? 0, 'order')} in each slot`

const State = ({ item }: { item: OddDeliveryDay }) =>
  item.closedFor ? <Badge tone="rose">{stateText(item)}</Badge> : stateText(item)

const record = recordOf({
  kind: 'delivery-day',
  calls: callsOf('/api/admin/delivery-days', 'edit'),
  names: ['day', 'days'],
  namedBy: 'day',
  nameOf: ({ day }) => dayText(day),
  draftName: ({ day }) => (day ? dayText(day) : 'a day'),
  verb: 'add',
  tableFrom: 480,
  list: {
    id: 'delivery-days',
    endpoint: 'GET /api/admin/delivery-days',
    search: { label: 'Search days', placeholder: 'Feast or 2026-01…' },
    sorts: [
      { value: '-day', label: 'Latest first' },
      { value: 'day', label: 'Earliest first' },
    ],
    failed: 'Failed to fetch the days',
  },
  sentences: { deleteText: () => 'It is a day like any other then.' },
  rows: ({ data }: { data: OddDeliveryDay[] }) => data,
  columns: [
    dayColumn('Day', ({ day }: OddDeliveryDay) => day),
    { header: 'What differs', text: stateText, cell: (item: OddDeliveryDay) => <State item={item} /> },
  ],
  form: { description: 'Close it, or give it another number of orders.', fields },
  empty: { text: 'Every day is open, with the usual number of orders.', title: 'No other days' },
  fileName: 'delivery-days',
})

export function Days() {
  return <RecordSection record={record} list={useList(record.list)} addAction="add-day" />
}
