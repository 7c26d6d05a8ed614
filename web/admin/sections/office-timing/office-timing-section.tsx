import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { type OfficeTiming, officeDays } from '../../../../contract/office-hours.ts'
import { twelveHour, weekdayOf } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { OfficeHoursDialog, type OfficeHoursValues, officeHoursFormName } from './office-hours-dialog.tsx'

const failed = 'Failed to fetch data. Please try again.'

const definition: ListDefinition<'GET /api/office-timing'> = {
  id: 'office-timing',
  endpoint: 'GET /api/office-timing',
  isPublicToo: true,
  sentences: {
    loading: 'Loading office hours…',
    loadFailed: failed,
    emptied: 'The office hours could not be loaded',
    refreshFailed: failed,
    refreshed: 'Office hours refreshed successfully',
  },
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

type Wanted =
  | { kind: 'form'; item: OfficeTiming | null; draft?: OfficeHoursValues }
  | { kind: 'delete'; item: OfficeTiming }

/** B§2, Office hours: one row a day (reading B7). */
export default function OfficeTimingSection() {
  const list = useList(definition)
  const queryClient = useQueryClient()
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<OfficeTiming, OfficeHoursValues>(officeHoursFormName)
  const heading = useRef<HTMLElement>(null)
  const rows = list.pages.flatMap((answer) => answerRows<OfficeTiming>(answer))

  function changed() {
    close()
    void list.reload()
    // The pages of the site show them too.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/office-timing', null] })
  }
  const add = () => show({ kind: 'form', item: null })
  useSectionAction('add', add)
  const actions = (item: OfficeTiming) => (
    <RowActions
      name={item.office_day}
      onEdit={() => show({ kind: 'form', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.office_day || 'a day'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, draft: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={add}>
            <Icon of={Plus} />
            Add Office Hours
          </Button>
        }
      >
        <ListRows
          list={list}
          noun={['day', 'days']}
          rows={(answer) => answerRows<OfficeTiming>(answer)}
          rowKey={({ id }) => id}
          rowName={({ office_day }) => office_day}
          columns={columns}
          tableFrom={480}
          headingRef={heading}
          card={(item) => (
            <Card key={item.id} as="li" className="flex flex-col gap-2 p-4">
              <h2 className="text-lg">
                <Day row={item} />
              </h2>
              <p className="mb-1">
                <Hours row={item} />
              </p>
              <div className="mt-auto border-t border-line pt-2">{actions(item)}</div>
            </Card>
          )}
          actions={actions}
          empty={{
            title: 'No office hours found',
            text: 'The site shows its usual hours until there are some.',
            action: <Button onClick={add}>Add Office Hours</Button>,
          }}
          fileName="office-hours"
        />
      </List>
      {opened?.kind === 'form' && (
        <OfficeHoursDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.draft}
          firstFreeDay={officeDays.find((day) => !rows.some((row) => row.office_day === day)) ?? ''}
          takenDays={rows.map((row) => row.office_day)}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete the hours of ${opened.item.office_day}?`}
          failed="Failed to delete office hours. Please try again."
          run={() => api('DELETE /api/admin/office-timing/:id', { params: { id: opened.item.id } })}
          onDeleted={() => {
            // The button that opened the dialog goes with its row.
            heading.current?.focus()
            sayDeleted({
              kind: 'office-hours',
              ids: [opened.item.id],
              description: 'Office hours deleted successfully',
              onRestored: changed,
            })
            changed()
          }}
        />
      )}
    </>
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

/** B§2: a holiday shows a badge instead of times. */
function Hours({ row }: { row: OfficeTiming }) {
  return row.is_holiday ? <Badge tone="rose">Closed</Badge> : hoursText(row)
}
