import { Download, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type EventPricing, splitPricingLabel } from '../../../../../contract/school/pricing-rules.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { newId } from '../../../../lib/new-id.ts'
import { useStale } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { DeleteDialog } from '../../../action-dialog.tsx'
import { DraftNote } from '../../../kept-draft.tsx'
import { type CsvColumn, csvOf, downloadCsv } from '../../../list/csv.ts'
import { InRow } from '../../../list/list-table.tsx'
import { LostList } from '../../../lost-list.tsx'
import { RefreshButton } from '../../../refresh-button.tsx'
import { RowActions } from '../../../row-actions.tsx'
import { useToastedQuery } from '../../../use-toasted-query.ts'
import { focusRow, PricingEditor, pricingFormName } from './pricing-editor.tsx'
import { newRow, type PricingRow, toRows } from './pricing-rows.ts'

interface Priced {
  key: string
  label: string
  price: string
}

const csvColumns: readonly CsvColumn<Priced>[] = [
  { header: 'Day', text: ({ label }) => splitPricingLabel(label).day },
  { header: 'Time', text: ({ label }) => splitPricingLabel(label).time },
  { header: 'Price (INR)', text: ({ price }) => price },
]

const pricingQuery = {
  queryKey: ['GET /api/admin/event-pricing', 'section'],
  queryFn: async () => {
    // The prices are public, so their endpoint does not refuse a session that has ended. This call does.
    await api('GET /api/auth/user')
    return api('GET /api/admin/event-pricing')
  },
}

const deleted = { title: 'Deleted', description: 'Pricing row deleted' }
const deleteFailed = ({ status }: ApiError) => ({
  title: status === 0 ? 'Delete failed' : 'Error',
  description: 'Failed to delete pricing',
})

export default function EventPricingSection() {
  const today = useSchoolToday()
  const result = useToastedQuery(pricingQuery, 'Failed to fetch event pricing')
  const stale = useStale()
  /** The rows at the beginning of editing; null if nobody is editing the prices. */
  const [editing, setEditing] = useState<PricingRow[] | null>(null)
  const { show, dialog } = useDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const { isFetching } = result
  const isEmptied = result.isError && !isFetching
  const pricing: EventPricing = isEmptied ? {} : (result.data?.data ?? {})
  const slots = Object.entries(pricing).map(([key, slot]) => ({ key, ...slot }))

  const reload = () => stale('GET /api/admin/event-pricing')
  async function refresh() {
    const { isError } = await result.refetch()
    if (isError) return
    toast({ title: 'Success', description: 'Event pricing refreshed successfully', tone: 'success' })
  }
  const leave = () => {
    setEditing(null)
    requestAnimationFrame(() => heading.current?.focus())
  }
  const remove = ({ key, label }: Priced) =>
    show((props) => (
      <DeleteDialog
        {...props}
        title="Confirm delete"
        failed={deleteFailed}
        run={() => api('DELETE /api/admin/event-pricing/:key', { params: { key } })}
        deleted={{ kind: 'event-price', ids: [key], ...deleted, onRestored: reload }}
        heading={heading}
        isForGood
        onDeleted={reload}
      >
        “{label}” will be deleted.
      </DeleteDialog>
    ))
  const addRow = () => {
    const row = newRow(newId())
    setEditing([...toRows(pricing), row])
    focusRow(row.rowId)
  }

  if (editing) {
    return (
      <PricingEditor
        saved={{ data: pricing, version: result.data?.version }}
        initial={editing}
        onDone={() => {
          leave()
          reload()
        }}
        onCancel={leave}
      />
    )
  }
  return (
    <div className="max-w-[52rem] has-data-empty:max-w-none">
      <DraftNote<null, PricingRow[]>
        form={pricingFormName}
        said={() => 'We’ve kept what you typed in the event prices.'}
        onContinue={({ values }) => setEditing(values)}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="flex-1 text-xl outline-none whitespace-nowrap max-sm:text-base"
        >
          Priced slots
        </h2>
        {slots.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            icon={Download}
            className="!px-3"
            onClick={() => downloadCsv(`event-pricing-${today}.csv`, csvOf(csvColumns, slots))}
          >
            <span className="max-sm:sr-only">Export CSV</span>
          </Button>
        )}
        <RefreshButton busy={isFetching} onClick={() => void refresh()} />
        <Button className="max-sm:!px-3" icon={Plus} disabled={result.data === undefined} onClick={addRow}>
          Add Row
        </Button>
      </div>
      {result.isPending && isFetching ? (
        <Loading>Loading event pricing…</Loading>
      ) : isEmptied ? (
        <LostList title="We couldn’t load the event pricing" onRetry={() => void result.refetch()} />
      ) : slots.length === 0 ? (
        <EmptyState title="No event pricing found" action={<Button onClick={addRow}>Add Row</Button>}>
          Visitors see prices for the hall once you add them.
        </EmptyState>
      ) : (
        <Card>
          <ul aria-labelledby={headingId} className="divide-y divide-line">
            {slots.map((slot) => (
              <SlotRow
                key={slot.key}
                slot={slot}
                onEdit={() => {
                  setEditing(toRows(pricing))
                  focusRow(slot.key)
                }}
                onDelete={() => remove(slot)}
              />
            ))}
          </ul>
        </Card>
      )}
      {dialog}
    </div>
  )
}

function SlotRow({ slot, onEdit, onDelete }: { slot: Priced; onEdit: () => void; onDelete: () => void }) {
  const { day, time } = splitPricingLabel(slot.label)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_11rem_5rem_auto]">
      <h3 className="line-clamp-2 font-text text-base font-bold wrap-anywhere">{day}</h3>
      <p
        className="line-clamp-2 text-sm text-ink-soft wrap-anywhere max-sm:row-start-2 sm:text-base"
        title={time}
      >
        {time}
      </p>
      <p className="text-right text-lg font-bold tabular-nums max-sm:col-start-2 max-sm:row-start-1">
        {formatRupees(slot.price)}
      </p>
      <div className="-mr-2 max-sm:col-start-2 max-sm:row-start-2">
        <InRow value={true}>
          <RowActions name={slot.label} onEdit={onEdit} onDelete={onDelete} />
        </InRow>
      </div>
    </li>
  )
}
