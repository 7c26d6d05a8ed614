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
    <>
      <DraftNote<null, PricingRow[]>
        form={pricingFormName}
        said={() => 'We’ve kept what you typed in the event prices.'}
        onContinue={({ values }) => setEditing(values)}
      />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="flex-1 text-xl outline-none max-sm:basis-full"
        >
          Priced slots
        </h2>
        {slots.length > 0 && (
          <Button
            variant="outline"
            icon={Download}
            className="max-sm:grow"
            onClick={() => downloadCsv(`event-pricing-${today}.csv`, csvOf(csvColumns, slots))}
          >
            Export CSV
          </Button>
        )}
        <RefreshButton busy={isFetching} onClick={() => void refresh()} />
        <Button className="max-sm:grow" icon={Plus} disabled={result.data === undefined} onClick={addRow}>
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
        <ul
          aria-labelledby={headingId}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-4"
        >
          {slots.map((slot) => (
            <SlotCard
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
      )}
      {dialog}
    </>
  )
}

function SlotCard({ slot, onEdit, onDelete }: { slot: Priced; onEdit: () => void; onDelete: () => void }) {
  const { day, time } = splitPricingLabel(slot.label)
  return (
    <Card as="li" className="flex flex-col px-4 py-2 sm:pt-4">
      <div className="flex items-baseline justify-between gap-4 sm:mb-3">
        <div className="min-w-0">
          <h3 className="line-clamp-1 text-lg leading-6 wrap-anywhere sm:line-clamp-3">{day}</h3>
          {time && <p className="truncate text-sm text-ink-soft">{time}</p>}
        </div>
        <p className="shrink-0 font-display text-xl">{formatRupees(slot.price)}</p>
      </div>
      <div className="mt-auto sm:border-t sm:border-line sm:pt-2">
        <RowActions name={slot.label} onEdit={onEdit} onDelete={onDelete} />
      </div>
    </Card>
  )
}
