import { Columns3, LayoutGrid, Rows3 } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import { shortMomentText } from '../../../contract/words.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusBehind } from '../../ui/inert-behind.ts'
import { Menu } from '../../ui/menu.tsx'
import { useRight } from '../use-right.ts'
import { type BulkAction, BulkBar } from './bulk.tsx'
import { ExportButton, saveCsv } from './export-button.tsx'
import { FoldedRows } from './folded-rows.tsx'
import { type Column, InRow, ListTable, type TableLook, useWidth } from './list-table.tsx'
import type { ListState } from './use-list.ts'

export interface ListRowsProps<K extends ApiKey, Row> extends TableLook<Row> {
  list: ListState<K>
  /** The heading, needed if a page has several tables. */
  title?: string
  counted: (facts: { count: number }) => string
  rows: (answer: EndpointResponse<Api[K]>) => readonly Row[]
  rowKey?: (row: Row) => string
  rowName: (row: Row) => string
  empty: { title: string; text?: string; action?: ReactNode }
  /** The file name of the CSV, to which the day and the ending are added; the default is the list's id. */
  fileName?: string
  bulk?: readonly BulkAction<Row>[]
  /** The default is the list's own ref. If a page has several tables, only one table can have the list's own ref. */
  headingRef?: RefObject<HTMLElement | null>
  totals?: ReactNode
}

export type WithKey<Row> = [Row] extends [{ id: string }] ? unknown : { rowKey: (row: Row) => string }

/** A narrower list, in pixels at the usual text size, shows folded rows. */
const fullFrom = 880
/** A narrower list has its rows folded as on a phone. */
const longFrom = 560

/** Says if a list is too narrow for rows with all their facts, or for a table, and if its folded rows are long. */
function useFolding(place: RefObject<HTMLElement | null>, from = fullFrom) {
  const width = useWidth(place)
  const isPhone = useMedia('(max-width: 30rem)') || (width !== null && width < longFrom)
  const isFolded = isPhone || (width !== null && width < from)
  return { isMeasured: width !== null, isFolded, isLong: isFolded && !isPhone }
}

const idOf = (row: unknown) => (row as { id: string }).id

export function ListRows<K extends ApiKey, Row>(props: ListRowsProps<K, Row> & WithKey<Row>) {
  const { list, title, counted, rowKey = idOf, rowName, columns, card, bulk } = props
  const heading = props.headingRef ?? list.heading
  const place = useRef<HTMLElement>(null)
  const labelId = useId()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const mayExport = useRight('exports')
  const rows = list.pages.flatMap(props.rows)
  const fileName = `${props.fileName ?? list.definition.id}-${useSchoolToday()}.csv`
  const inFile = columns.map(({ header, text, csv }) => ({ header, text: csv ?? text }))
  const file = { endpoint: list.definition.endpoint, fileName, columns: inFile }
  const readAll = async (onRows: (rows: readonly Row[]) => void, signal: AbortSignal) => {
    if (list.isWhole) onRows(rows)
    else await list.eachPage((answer) => onRows(props.rows(answer)), signal)
  }

  const isTable = !card || list.choice.view === 'table'
  const { isMeasured, isFolded, isLong } = useFolding(place, isTable ? props.tableFrom : fullFrom)
  const chosen = list.choice.columns[title ?? '']
  const isShown = ({ header, isHidden }: Column<Row>) => chosen?.includes(header) ?? !isHidden
  const shown = columns.filter((column, n) => n === 0 || isShown(column) || (isFolded && column.isFolded))
  const showColumns = (headers: readonly string[]) =>
    list.change({ columns: { ...list.choice.columns, [title ?? '']: headers } })

  const picked = rows.filter((row) => selected.has(rowKey(row)))
  const toggle = (keys: readonly string[], isOn: boolean) => {
    const before = new Set(picked.map(rowKey))
    setSelected(isOn ? before.union(new Set(keys)) : before.difference(new Set(keys)))
  }
  const selectBox =
    bulk &&
    ((row: Row) => (
      <SelectBox
        label={`Select ${rowName(row)}`}
        isOn={selected.has(rowKey(row))}
        onChange={(isOn) => toggle([rowKey(row)], isOn)}
      />
    ))
  const selectAllBox = bulk && (
    <SelectBox
      label="Select all rows"
      isOn={picked.length > 0 && picked.length === rows.length}
      isPartly={picked.length > 0 && picked.length < rows.length}
      onChange={(isOn) => toggle(rows.map(rowKey), isOn)}
    />
  )
  return (
    <section ref={place} aria-labelledby={labelId}>
      <header className="mb-2 flex min-h-11 flex-wrap items-center gap-x-3">
        <RowsHeading
          title={title}
          labelId={labelId}
          headingRef={heading}
          readAt={list.definition.showsReadAt ? list.readAt : 0}
          totals={rows.length > 0 ? props.totals : undefined}
          isSaid={Boolean(props.totals) && rows.length > 0}
        >
          {`${list.hasMore ? 'First ' : ''}${counted({ count: rows.length })}`}
        </RowsHeading>
        {rows.length > 0 && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-x-1">
            {bulk && (isFolded ? isLong : !isTable) && <SelectAll>{selectAllBox}</SelectAll>}
            {card && !isFolded && (
              <LookButton
                isTable={isTable}
                onPress={() => list.change({ view: isTable ? 'cards' : 'table' })}
              />
            )}
            {(isFolded || isTable) && (
              <ColumnsMenu title={title} columns={columns} isShown={isShown} onShow={showColumns} />
            )}
            {mayExport && <ExportButton file={file} read={readAll} title={title} />}
          </div>
        )}
      </header>
      {bulk && picked.length > 0 && (
        <BulkBar
          rows={picked}
          rowName={rowName}
          actions={bulk}
          onExport={mayExport ? () => void saveCsv(file, async () => picked) : null}
          onClear={() => {
            // The bar disappears together with the button that has the focus, so the focus moves to the heading.
            focusBehind(heading.current)
            setSelected(new Set())
          }}
          onChanged={() => void list.reload()}
        />
      )}
      {rows.length === 0 ? (
        <NoRows {...props} />
      ) : !isMeasured ? null : isFolded ? (
        <FoldedRows
          {...props}
          labelledBy={labelId}
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          selectBox={selectBox}
          isLong={isLong}
        />
      ) : card && !isTable ? (
        <Cards labelledBy={labelId}>{rows.map((row) => card(row, selectBox?.(row)))}</Cards>
      ) : (
        <ListTable
          {...props}
          rowKey={rowKey}
          labelledBy={labelId}
          columns={shown}
          rows={rows}
          selectBox={selectBox}
          selectAllBox={selectAllBox}
          sort={list.choice.sort}
          sorts={list.sorts.map(({ value }) => value)}
          onSort={(sort) => list.change({ sort })}
        />
      )}
    </section>
  )
}

function NoRows<K extends ApiKey, Row>({ list, title, empty }: ListRowsProps<K, Row>) {
  const clear = (
    <Button variant="outline" size="sm" onClick={list.reset}>
      Clear search and filters
    </Button>
  )
  // An empty list among several lists leaves the room to the others.
  if (title && !list.isFiltered && !empty.action) {
    return (
      <p className="rounded-sm border border-dashed border-line-strong px-4 py-3 text-ink-soft">
        <strong className="text-ink">{empty.title}</strong>. {empty.text}
      </p>
    )
  }
  return (
    <EmptyState
      title={empty.title}
      className={title && '!max-w-none rounded-sm border border-dashed border-line-strong !py-8'}
      action={list.isFiltered ? clear : empty.action}
    >
      {list.isFiltered ? 'Nothing matches your search and filters.' : empty.text}
    </EmptyState>
  )
}

function RowsHeading({
  title,
  labelId,
  headingRef,
  readAt,
  totals,
  isSaid,
  children,
}: {
  title: string | undefined
  labelId: string
  headingRef: RefObject<HTMLElement | null>
  /** The time of the last read in milliseconds; 0 if it is not shown. */
  readAt: number
  totals: ReactNode
  /** True if the totals say the number of rows, too. */
  isSaid: boolean
  children: ReactNode
}) {
  const labels = { ref: headingRef as RefObject<never>, id: labelId, tabIndex: -1 }
  return (
    <>
      {title !== undefined && (
        <h2 {...labels} className="mr-1 scroll-mt-20 text-xl outline-none max-sm:basis-full">
          {title}
        </h2>
      )}
      <div className="min-w-0 flex-1 basis-40 text-sm leading-5 text-ink-soft">
        <div className="flex flex-wrap gap-x-3">
          <p
            {...(title === undefined && labels)}
            role="status"
            className={cx('wrap-break-word outline-none', isSaid && 'sr-only')}
          >
            {children}
          </p>
          {readAt > 0 && (
            <p className="min-w-0 print:hidden">
              Last updated: {shortMomentText(new Date(readAt).toISOString())}
            </p>
          )}
        </div>
        {totals}
      </div>
    </>
  )
}

function ColumnsMenu<Row>({
  title,
  columns,
  isShown,
  onShow,
}: {
  title: string | undefined
  columns: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  onShow: (headers: readonly string[]) => void
}) {
  const toggle = (column: Column<Row>) =>
    onShow(columns.filter((other) => isShown(other) !== (other === column)).map(({ header }) => header))
  return (
    <Menu
      trigger={
        <IconButton label={title ? `Columns of ${title}` : 'Columns'} title="Columns" icon={Columns3} />
      }
      items={columns.slice(1).map((column) => ({
        label: column.header,
        isChecked: isShown(column),
        onSelect: () => toggle(column),
      }))}
    />
  )
}

function Cards({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <InRow value={true}>
      <ul
        aria-labelledby={labelledBy}
        className="divide-y divide-line rounded-sm border border-line bg-raised"
      >
        {children}
      </ul>
    </InRow>
  )
}

function LookButton({ isTable, onPress }: { isTable: boolean; onPress: () => void }) {
  const words = isTable ? 'Show as cards' : 'Show as a table'
  return <IconButton label={words} title={words} icon={isTable ? LayoutGrid : Rows3} onClick={onPress} />
}

function SelectAll({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center">
      {children}
      <span aria-hidden className="mr-3 -ml-1 text-sm">
        Select all
      </span>
    </span>
  )
}

interface SelectBoxProps {
  label: string
  isOn: boolean
  isPartly?: boolean
  onChange: (isOn: boolean) => void
}

function SelectBox({ label, isOn, isPartly = false, onChange }: SelectBoxProps) {
  return (
    <label className="relative grid size-11 shrink-0 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartly
        }}
        type="checkbox"
        checked={isOn}
        className="tick"
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
