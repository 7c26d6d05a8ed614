import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface Column<Row> {
  header: string
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** The text for the exported CSV, where a spreadsheet needs plain numbers and `YYYY-MM-DD`. */
  csv?: (row: Row) => string
  /** The name by which the server sorts; a leading `-` reverses the order. */
  sort?: string
  /** The column is always in the CSV, but is shown in the table only after somebody chooses it. */
  isHidden?: boolean
  /**
   * A long list on a phone shows the column only in a row that is unfolded. The unfolded row shows it even if
   * `isHidden`.
   */
  isFolded?: boolean
  className?: string
}

export interface TableLook<Row> {
  columns: readonly Column<Row>[]
  actions?: ((row: Row) => ReactNode) | undefined
  /** `actions` are placed under the last cell, because the table has no room for another column. */
  actionsUnder?: boolean
  /** `actions` is a small button, which a card shows beside the name. */
  actionsBeside?: boolean
  /**
   * A list below this width shows cards instead of a table. The width is in pixels at the usual text size, 840 by
   * default.
   */
  tableFrom?: number | undefined
}

interface ListTableProps<Row> extends TableLook<Row> {
  labelledBy: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  isDense: boolean
  selectBox?: ((row: Row) => ReactNode) | undefined
  selectAllBox?: ReactNode
  sort: string
  sorts: readonly string[]
  onSort: (sort: string) => void
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { labelledBy, columns, rows, rowKey, selectBox, actions, actionsUnder, isDense } = props
  const { actionsBeside, tableFrom = 840 } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const facts = isDense ? columns.filter(({ isFolded }) => !isFolded).length * 1.5 : columns.length * 2.25
  const cardHeight = 2.5 + facts + (actions && !actionsBeside ? (isDense ? 3.5 : 5.5) : 0)
  return (
    <div ref={place}>
      {width === null ? null : width < tableFrom ? (
        <ul
          aria-labelledby={labelledBy}
          // The browser lays out a card when it comes near the screen. A guessed height keeps the page from moving at
          // that moment.
          style={{ '--later-height': `${cardHeight}rem` } as CSSProperties}
          className={cx(
            'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] *:later',
            isDense ? 'gap-3' : 'gap-4',
          )}
        >
          {rows.map((row) => (
            <RowCard
              key={rowKey(row)}
              columns={columns}
              row={row}
              folded={isDense ? props.rowName(row) : null}
              beside={
                <>
                  {actionsBeside && actions?.(row)}
                  {selectBox?.(row)}
                </>
              }
              actions={!actionsBeside && actions?.(row)}
            />
          ))}
        </ul>
      ) : (
        // The table scrolls sideways, because staff may choose more columns than fit.
        <Card className="relative !overflow-x-auto">
          <table aria-labelledby={labelledBy} className="w-full text-sm">
            <thead className="border-b border-line bg-sunk text-left">
              <tr>
                {selectBox && (
                  <th scope="col" className="w-11 pl-3">
                    {props.selectAllBox}
                  </th>
                )}
                {columns.map((column) => (
                  <HeadCell key={column.header} column={column} {...props} />
                ))}
                {actions && !actionsUnder && (
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <tr key={rowKey(row)} className="align-top transition-colors hover:bg-sunk">
                  {selectBox && <td className="pl-3">{selectBox(row)}</td>}
                  {columns.map((column, n) =>
                    n === 0 ? (
                      <th
                        key={column.header}
                        scope="row"
                        className={cx('px-2 py-3 text-left font-bold first:pl-3', column.className)}
                      >
                        {cellOf(column, row)}
                      </th>
                    ) : (
                      <td key={column.header} className={cx('px-2 py-3', column.className)}>
                        {cellOf(column, row)}
                        {actionsUnder && n === columns.length - 1 && actions?.(row)}
                      </td>
                    ),
                  )}
                  {actions && !actionsUnder && (
                    <td className="px-2 py-0.5 text-right whitespace-nowrap *:!m-0 *:!flex-nowrap *:justify-end [&_button]:!px-2.5">
                      {actions(row)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </div>
  )
}

function HeadCell<Row>({ column, sort, sorts, onSort }: { column: Column<Row> } & ListTableProps<Row>) {
  const { header, className } = column
  const next = column.sort === undefined ? null : nextSort(column.sort, sort, sorts)
  if (next === null) {
    return (
      <th scope="col" className={cx('px-2 py-2.5 font-bold first:pl-3', className)}>
        {header}
      </th>
    )
  }
  const isDown = sort === `-${column.sort}`
  const isOn = isDown || sort === column.sort
  return (
    <th scope="col" aria-sort={!isOn ? undefined : isDown ? 'descending' : 'ascending'} className={className}>
      <button
        type="button"
        onClick={() => onSort(next)}
        className="flex min-h-11 w-full items-center gap-1 px-2 text-left in-[th:first-child]:pl-3 font-bold -outline-offset-2 hover:text-leaf-ink"
      >
        {header}
        <Icon
          of={!isOn ? ChevronsUpDown : isDown ? ArrowDown : ArrowUp}
          className={cx('!size-4', !isOn && 'opacity-50')}
        />
      </button>
    </th>
  )
}

/**
 * Returns the sort after a click on a column's heading: ascending, then descending, then the list's first sort. Null if
 * the server cannot sort by this column.
 */
export function nextSort(column: string, current: string, sorts: readonly string[]): string | null {
  const cycle = [column, `-${column}`].filter((sort) => sorts.includes(sort))
  if (cycle.length === 0) return null
  return cycle[cycle.indexOf(current) + 1] ?? sorts[0] ?? null
}

function RowCard<Row>({
  columns,
  row,
  folded,
  beside,
  actions,
}: {
  columns: readonly Column<Row>[]
  row: Row
  /** The row's name if its columns are folded away, otherwise null. */
  folded: string | null
  beside: ReactNode
  actions: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...rest] = columns
  const isFull = folded === null || isOpen
  const shown = isFull ? rest : rest.filter(({ isFolded }) => !isFolded)
  return (
    <Card
      as="li"
      aria-label={folded ?? undefined}
      className={cx('flex flex-col', folded === null ? 'gap-3 p-4' : 'gap-1.5 p-3')}
    >
      <div
        className={cx(
          'flex flex-wrap items-start justify-end [&>button]:-mt-2.5 [&>button]:-mr-2.5',
          folded === null ? 'gap-3' : 'gap-1 [&>label]:-my-2.5',
        )}
      >
        {first && <div className="min-w-0 flex-1 basis-24 font-bold">{cellOf(first, row)}</div>}
        {beside}
        {folded !== null && rest.some((column) => column.isFolded && column.text(row)) && (
          <IconButton
            label={isOpen ? `Show less of ${folded}` : `Show more of ${folded}`}
            aria-expanded={isOpen}
            icon={ChevronDown}
            className={isOpen ? '[&>svg]:rotate-180' : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      <Facts
        small
        className={cx(
          'grid-cols-[auto_1fr] items-baseline gap-x-4',
          // Links are high enough for a finger. A negative margin keeps the links from making their lines higher.
          folded === null ? 'gap-y-1.5' : isOpen ? 'gap-y-1' : 'gap-y-0.5 [&_dd_a]:-my-2.5',
        )}
        facts={shown.map((column) => [column.header, column.text(row) && cellOf(column, row)])}
      />
      {actions && (
        <div
          className={cx(
            'mt-auto empty:hidden',
            // The icons are left out, so that the buttons fit in one row.
            folded !== null &&
              '*:!m-0 *:!flex-wrap *:!justify-start [&_button]:!px-2.5 [&_button_svg]:hidden',
          )}
        >
          {actions}
        </div>
      )}
    </Card>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row)
}

/**
 * Returns the width in pixels at the usual text size: larger text gives a smaller number. Null before the first paint.
 */
function useWidth(place: { current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = () => {
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidth((element.clientWidth * 16) / letters)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
