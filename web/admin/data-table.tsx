import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'

export interface Column<Row> {
  header: string
  /** The cell's words: for sorting and for CSV, and shown where there is no `cell`. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** What to sort by, where the words do not sort well. */
  order?: (row: Row) => string | number
  className?: string
}

export interface DataTableProps<Row> {
  /** Id of the heading that names the table. */
  labelledBy: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Buttons of a row; under its last cell, which is what they act on. */
  actions?: (row: Row) => ReactNode
  /** The width in pixels under which rows become cards. */
  tableFrom: number
}

/** So many rows stand on the page before a button shows more. */
const rowsAStep = 25

/** Rows as a table that sorts; as cards where there is no room for one. */
export function DataTable<Row>({
  labelledBy,
  columns,
  rows,
  rowKey,
  actions,
  tableFrom,
}: DataTableProps<Row>) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [sort, setSort] = useState<{ header: string; isDown: boolean } | null>(null)
  const [shownMax, setShownMax] = useState(rowsAStep)
  const sorted = sortRows(rows, columns.find(({ header }) => header === sort?.header) ?? null, sort?.isDown)
  const shown = sorted.slice(0, shownMax)
  const turn = (header: string) =>
    setSort((before) =>
      before?.header !== header ? { header, isDown: false } : before.isDown ? null : { header, isDown: true },
    )
  return (
    <div ref={place}>
      {width === null ? null : width < tableFrom ? (
        <ul
          aria-labelledby={labelledBy}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4"
        >
          {shown.map((row) => (
            <RowCard key={rowKey(row)} columns={columns} row={row} actions={actions?.(row)} />
          ))}
        </ul>
      ) : (
        <Card>
          <table aria-labelledby={labelledBy} className="w-full text-sm">
            <thead className="border-b border-line bg-sunk text-left">
              <tr>
                {columns.map(({ header, className }) => (
                  <th
                    key={header}
                    scope="col"
                    aria-sort={sort?.header !== header ? undefined : sort.isDown ? 'descending' : 'ascending'}
                    className={className}
                  >
                    <SortButton
                      isDown={sort?.header === header ? sort.isDown : null}
                      onClick={() => turn(header)}
                    >
                      {header}
                    </SortButton>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {shown.map((row) => (
                <tr key={rowKey(row)} className="align-top transition-colors hover:bg-sunk">
                  {columns.map((column, n) =>
                    n === 0 ? (
                      <th
                        key={column.header}
                        scope="row"
                        className={cx('py-3 pr-2 pl-3 text-left font-bold', column.className)}
                      >
                        {cellOf(column, row)}
                      </th>
                    ) : (
                      <td key={column.header} className={cx('px-2 py-3', column.className)}>
                        {cellOf(column, row)}
                        {n === columns.length - 1 && actions?.(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {sorted.length > shownMax && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft print:hidden">
          {shownMax} of {sorted.length} shown
          <Button size="sm" variant="outline" onClick={() => setShownMax(shownMax + rowsAStep)}>
            Show {Math.min(rowsAStep, sorted.length - shownMax)} more
          </Button>
        </p>
      )}
    </div>
  )
}

function RowCard<Row>({
  columns,
  row,
  actions,
}: {
  columns: readonly Column<Row>[]
  row: Row
  actions: ReactNode
}) {
  const [first, ...rest] = columns
  return (
    <Card as="li" className="flex flex-col gap-3 p-4">
      {first && <div className="font-bold [overflow-wrap:anywhere]">{cellOf(first, row)}</div>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {rest.map((column) => (
          <div key={column.header} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{column.header}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
      {actions && <div className="mt-auto empty:hidden">{actions}</div>}
    </Card>
  )
}

function SortButton({
  isDown,
  onClick,
  children,
}: {
  /** Null: the table is not sorted by this column. */
  isDown: boolean | null
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-1 px-2 text-left in-[th:first-child]:pl-3 font-bold -outline-offset-2 hover:text-leaf-ink"
    >
      {children}
      <Icon
        of={isDown === null ? ChevronsUpDown : isDown ? ArrowDown : ArrowUp}
        className={cx('!size-4', isDown === null && 'opacity-50')}
      />
    </button>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row)
}

/** Rows in the order of a column; without one, as they came. Equal ones stay as they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | null,
  isDown = false,
): readonly Row[] {
  if (column === null) return rows
  const key = column.order ?? column.text
  const sign = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b)))
    )
  })
}

const words = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

/** The element's width in pixels; null until it is known, which is before the first paint. */
function useWidth(place: { current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
