import { useQueryClient } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { EventPricing } from '../../../../contract/pricing-rules.ts'
import { splitPricingLabel } from '../../../../contract/pricing-rules.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { type CsvColumn, csvOf, downloadCsv } from '../../list/csv.ts'
import { LostList } from '../../lost-list.tsx'
import { useOpened } from '../../opened.tsx'
import { RefreshButton } from '../../refresh-button.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSaidQuery } from '../../use-said-query.ts'
import { PricingEditor, pricingFormName } from './pricing-editor.tsx'
import { newRow, type PricingRow, rowsOf } from './pricing-rows.ts'

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

/** What the hall costs. View mode shows the slots, edit mode all of them as rows. */
export default function EventPricingSection() {
  const today = useSchoolToday()
  const { result, reload, refresh } = usePricing()
  const { draft, forget } = useDraft<null, PricingRow[]>(pricingFormName)
  /** What edit mode began with; null in view mode. */
  const [editing, setEditing] = useState<{ rows: PricingRow[]; focusId: string | null } | null>(null)
  const { show, close, dialog } = useOpened<Priced>()
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  const { isFetching } = result
  const isEmptied = result.isError && !isFetching
  const pricing: EventPricing = isEmptied ? {} : (result.data?.data ?? {})
  const slots = Object.entries(pricing).map(([key, slot]) => ({ key, ...slot }))

  const edit = (focusId: string | null) => setEditing({ rows: rowsOf(pricing), focusId })
  const leave = () => {
    setEditing(null)
    requestAnimationFrame(() => heading.current?.focus())
  }
  function deleted(key: string) {
    // The button that opened the dialog goes with its slot.
    heading.current?.focus()
    close()
    sayDeleted({ ...deletedWords, ids: [key], onRestored: () => void reload() })
    void reload()
  }
  const addRow = () => {
    const row = newRow(crypto.randomUUID())
    setEditing({ rows: [...rowsOf(pricing), row], focusId: row.rowId })
  }

  if (editing) {
    return (
      <PricingEditor
        saved={{ data: pricing, version: result.data?.version }}
        initial={editing.rows}
        focusId={editing.focusId}
        onDone={() => {
          leave()
          void reload()
        }}
        onCancel={leave}
      />
    )
  }
  return (
    <>
      {draft && (
        <DraftNote
          name="event pricing"
          onContinue={() => {
            setEditing({ rows: draft.values, focusId: null })
            forget()
          }}
          onDiscard={forget}
        />
      )}
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
            className="max-sm:grow"
            onClick={() => downloadCsv(`event-pricing-${today}.csv`, csvOf(csvColumns, slots))}
          >
            <Icon of={Download} />
            Export CSV
          </Button>
        )}
        <RefreshButton busy={isFetching} onClick={() => void refresh()} />
        <Button className="max-sm:grow" disabled={result.data === undefined} onClick={addRow}>
          <Icon of={Plus} />
          Add Row
        </Button>
      </div>
      {result.isPending && isFetching ? (
        <Loading>Loading event pricing…</Loading>
      ) : isEmptied ? (
        <LostList title="The event pricing could not be loaded" onRetry={() => void result.refetch()} />
      ) : slots.length === 0 ? (
        <EmptyState title="No event pricing found" action={<Button onClick={addRow}>Add Row</Button>}>
          The site shows its usual prices until there are some.
        </EmptyState>
      ) : (
        <ul
          aria-labelledby={headingId}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-4"
        >
          {slots.map((slot) => (
            <SlotCard key={slot.key} slot={slot} onEdit={() => edit(slot.key)} onDelete={() => show(slot)} />
          ))}
        </ul>
      )}
      {dialog(({ key, label }, props) => (
        <DeleteDialog
          {...props}
          title="Confirm delete"
          failed={deleteFailed}
          run={() => api('DELETE /api/admin/event-pricing/:key', { params: { key } })}
          onDeleted={() => deleted(key)}
        >
          “{label}” will be gone.
        </DeleteDialog>
      ))}
    </>
  )
}

function usePricing() {
  const queryClient = useQueryClient()
  const result = useSaidQuery(
    {
      queryKey: ['GET /api/admin/event-pricing', 'section'],
      queryFn: async () => {
        // The path answers everybody: this call tells whether the session has ended.
        await api('GET /api/auth/user')
        const { data, version } = await api('GET /api/admin/event-pricing')
        return { data, version }
      },
    },
    'Failed to fetch event pricing',
  )
  return {
    result,
    async reload() {
      await result.refetch()
      // The hall's view on the home page shows them too.
      void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/event-pricing', null] })
    },
    async refresh() {
      const { isError } = await result.refetch()
      if (!isError) {
        toast({ title: 'Success', description: 'Event pricing refreshed successfully', tone: 'success' })
      }
    },
  }
}

const deletedWords = {
  kind: 'event-price',
  title: 'Deleted',
  description: 'Pricing row deleted',
} as const

/** A refusal is 'Failed to delete pricing'; any other failure is titled 'Delete failed'. */
function deleteFailed({ status }: ApiError) {
  return { title: status === 0 ? 'Delete failed' : 'Error', description: 'Failed to delete pricing' }
}

function SlotCard({ slot, onEdit, onDelete }: { slot: Priced; onEdit: () => void; onDelete: () => void }) {
  const { day, time } = splitPricingLabel(slot.label)
  return (
    <Card as="li" className="flex flex-col gap-1 p-4">
      <h3 className="text-lg [overflow-wrap:anywhere]">{day}</h3>
      {time && <p className="text-ink-soft">{time}</p>}
      <p className="mt-1 mb-3 font-display text-xl">{formatRupees(slot.price)}</p>
      <div className="mt-auto border-t border-line pt-2">
        <RowActions name={slot.label} onEdit={onEdit} onDelete={onDelete} />
      </div>
    </Card>
  )
}
