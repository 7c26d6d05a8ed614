import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, Download } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { PaymentState } from '../../../../contract/registrations.ts'
import { schoolToday } from '../../../lib/school-time.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { type CsvColumn, csvOf, downloadCsv } from '../../csv.ts'
import { type Column, DataTable } from '../../data-table.tsx'
import {
  FailedList,
  ListToolbar,
  LoadMore,
  RefreshButton,
  SearchField,
  StaleNote,
} from '../../list-parts.tsx'
import { usePagedList } from '../../paged-list.ts'
import { useSettled } from '../../use-settled.ts'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { classColumns, classCsv, eventColumns, eventCsv } from './registration-columns.tsx'
import { canMarkPaid, paymentStates, type Registration, type RegistrationKind } from './registration-facts.ts'

/** Of both kinds together. */
const pageSize = 200
const failed = 'Failed to fetch event class enrollments data'
const sentences = {
  loadFailed: failed,
  refreshFailed: failed,
  refreshed: 'Enrollments refreshed successfully',
}

const paymentChoices = Object.entries(paymentStates).map(([value, { label }]) => ({ value, label }))

interface Paying {
  kind: RegistrationKind
  row: Registration
  turn: number
  isOpen: boolean
}

/** B§2, Event and class enrollments, with where their money stands. */
export default function EventClassEnrollmentsSection() {
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const [payment, setPayment] = useState<PaymentState | ''>('')
  const q = useSettled(search.trim())
  const list = usePagedList(
    'GET /api/getEventClassEnrollments',
    { limit: pageSize, ...(q === '' ? {} : { q }) },
    sentences,
  )
  const headings = { event: useRef<HTMLHeadingElement>(null), class: useRef<HTMLHeadingElement>(null) }
  const [paying, setPaying] = useState<Paying | null>(null)

  const isWanted = (row: Registration) => payment === '' || row.payment === payment
  const events = list.pages.flatMap((page) => page.eventClassEnrollments).filter(isWanted)
  const classes = list.pages.flatMap((page) => page.classEnrollments).filter(isWanted)
  const isFiltered = q !== '' || payment !== ''

  const pay = (kind: RegistrationKind) => (row: Registration) =>
    setPaying((before) => ({ kind, row, turn: (before?.turn ?? 0) + 1, isOpen: true }))
  const close = () => setPaying((before) => before && { ...before, isOpen: false })
  function changed() {
    // A late payment takes a seat anew.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/AdminClasses'] })
    void list.reload()
  }
  const shared = { isFiltered, isPartial: list.hasMore }

  return (
    <>
      <ListToolbar>
        <SearchField
          label="Search enrollments"
          placeholder="Name, email, phone, title…"
          value={search}
          onChange={setSearch}
        />
        <SelectField
          label="Payment"
          className="grow basis-40 sm:grow-0"
          placeholder="All"
          options={paymentChoices}
          value={payment}
          onChange={(event) => setPayment(event.target.value as PaymentState | '')}
        />
        <RefreshButton list={list} />
      </ListToolbar>
      <StaleNote list={list} />
      {list.isLoading ? (
        <Loading>Loading enrollments…</Loading>
      ) : list.isEmptied ? (
        <FailedList list={list}>The enrollments could not be loaded</FailedList>
      ) : (
        <div className="flex flex-col gap-10">
          <Button
            size="sm"
            variant="quiet"
            className="-mb-8 self-start lg:hidden"
            onClick={() => headings.class.current?.focus()}
          >
            <Icon of={ArrowDown} />
            Go to class enrollments
          </Button>
          <RegistrationTable
            {...shared}
            headingRef={headings.event}
            title="Event Enrollments"
            emptyText="No event enrollments found"
            fileName="event-enrollments"
            columns={eventColumns}
            csvColumns={eventCsv}
            rows={events}
            tableFrom={840}
            onPay={pay('event')}
          />
          <RegistrationTable
            {...shared}
            headingRef={headings.class}
            title="Class Enrollments"
            emptyText="No class enrollments found"
            fileName="class-enrollments"
            columns={classColumns}
            csvColumns={classCsv}
            rows={classes}
            tableFrom={940}
            onPay={pay('class')}
          />
          <LoadMore list={list}>Load older enrollments</LoadMore>
        </div>
      )}
      {paying && (
        <MarkPaidDialog
          key={paying.turn}
          open={paying.isOpen}
          onClose={close}
          kind={paying.kind}
          row={paying.row}
          heading={headings[paying.kind]}
          onPaid={() => {
            close()
            changed()
          }}
          onRefused={changed}
        />
      )}
    </>
  )
}

function RegistrationTable<Row extends Registration>({
  headingRef,
  title,
  emptyText,
  fileName,
  columns,
  csvColumns,
  rows,
  tableFrom,
  isFiltered,
  isPartial,
  onPay,
}: {
  headingRef: RefObject<HTMLHeadingElement | null>
  title: string
  emptyText: string
  fileName: string
  columns: readonly Column<Row>[]
  csvColumns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
  tableFrom: number
  isFiltered: boolean
  /** Older ones are not loaded yet. */
  isPartial: boolean
  onPay: (row: Row) => void
}) {
  const id = useId()
  const payButton = (row: Row): ReactNode =>
    canMarkPaid(row) && (
      <Button
        size="sm"
        variant="outline"
        className="mt-2 whitespace-nowrap"
        aria-label={`Mark paid: ${row.name}, ${row.reference}`}
        onClick={() => onPay(row)}
      >
        Mark paid
      </Button>
    )
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={headingRef} id={id} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
          {title}
        </h2>
        <p role="status" className="flex-1 text-sm text-ink-soft max-sm:order-last max-sm:basis-full">
          {rows.length}
          {isPartial && ', older ones not loaded yet'}
        </p>
        <Button
          size="sm"
          variant="outline"
          disabled={rows.length === 0}
          onClick={() => downloadCsv(`${fileName}-${schoolToday()}.csv`, csvOf(csvColumns, rows))}
        >
          <Icon of={Download} />
          Export CSV
          <span className="sr-only"> of {title}</span>
        </Button>
      </header>
      {rows.length === 0 ? (
        <EmptyState title={emptyText} className="rounded-sm border border-dashed border-line !py-8">
          {isFiltered ? 'Nothing fits the search and the filter.' : undefined}
        </EmptyState>
      ) : (
        <DataTable
          labelledBy={id}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          actions={payButton}
          tableFrom={tableFrom}
        />
      )}
    </section>
  )
}
