import type { OfficeTiming } from '../../../../contract/office-hours.ts'
import { twelveHour, weekdayOf } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Badge } from '../../../ui/badge.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordCard } from '../../record-card.tsx'
import { type CardProps, RecordSection } from '../../record-section.tsx'
import { officeHoursForm } from './office-hours-form.tsx'

const definition: ListDefinition<'GET /api/office-timing'> = {
  id: 'office-timing',
  endpoint: 'GET /api/office-timing',
  isPublicToo: true,
  sentences: listSentences('office hours', 'Failed to fetch data. Please try again.'),
}

const hoursText = ({ open_time, close_time, is_holiday }: OfficeTiming) =>
  is_holiday ? 'Closed' : `${twelveHour(open_time)} - ${twelveHour(close_time)}`

const columns: readonly Column<OfficeTiming>[] = [
  {
    header: 'Day',
    text: ({ office_day }) => office_day,
    cell: (row) => <Day row={row} />,
    className: 'w-1/2',
  },
  { header: 'Hours', text: hoursText, cell: (row) => <Hours row={row} /> },
]

/** When the school is open: one row a day. */
export default function OfficeTimingSection() {
  return (
    <RecordSection
      kind="office-hours"
      noun={['day', 'days']}
      list={useList(definition)}
      rows={(answer) => answerRows<OfficeTiming>(answer)}
      nameOf={({ office_day }) => office_day}
      columns={columns}
      tableFrom={480}
      Card={DayCard}
      form={officeHoursForm}
      draftName={({ office_day }) => office_day || 'a day'}
      remove={{
        run: ({ id }) => api('DELETE /api/admin/office-timing/:id', { params: { id } }),
        title: ({ office_day }) => `Delete the hours of ${office_day}?`,
        failed: 'Failed to delete office hours. Please try again.',
        done: () => 'Office hours deleted successfully',
      }}
      empty={{
        title: 'No office hours found',
        text: 'The site shows its usual hours until there are some.',
        add: 'Add Office Hours',
      }}
      fileName="office-hours"
      shownIn={[['GET /api/office-timing', null]]}
    />
  )
}

function DayCard({ item, actions }: CardProps<OfficeTiming>) {
  return (
    <RecordCard name={<Day row={item} />} actions={actions}>
      <p>
        <Hours row={item} />
      </p>
    </RecordCard>
  )
}

function Day({ row }: { row: OfficeTiming }) {
  const today = useSchoolToday()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {row.office_day}
      {row.office_day === weekdayOf(today) && <Badge tone="outline">Today</Badge>}
    </span>
  )
}

function Hours({ row }: { row: OfficeTiming }) {
  return row.is_holiday ? <Badge tone="rose">Closed</Badge> : hoursText(row)
}
