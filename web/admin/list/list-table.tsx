import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface Column<Row> {
  /** In the table's head, the choice of columns and the CSV. */
  header: string
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** For a spreadsheet, where it needs other words: plain numbers, `YYYY-MM-DD`. */
  csv?: (row: Row) => string
  /** The server's name for the sort by this column; with `-` before it for the other direction. */
  sort?: string
  /** Not shown until somebody chooses it; always in the CSV. */
  isHidden?: boolean
  className?: string
}

export interface TableLook<Row> {
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  /** Buttons of a row, in a column of their own at its end. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** `actions` stand under the last cell, if the table has no room for a column of them. */
  actionsUnder?: boolean
  /** `actions` are one small button, which stands beside the name on a card. */
  actionsBeside?: boolean
  /** Pixels; below this width rows become cards. 840 unless told. */
  tableFrom?: number | undefined
}

interface ListTableProps<Row> extends TableLook<Row> {
  labelledBy: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selectBox?: ((row: Row) => ReactNode) | undefined
  selectAllBox?: ReactNode
  sort: string
  sorts: readonly string[]
  onSort: (sort: string) => void
}

/** Rows as a table, or as cards where it has no room. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { labelledBy, columns, rows, rowKey, selectBox, actions, actionsUnder, actionsBeside } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const cardHeight = 2.5 + 2.25 * columns.length + (actions && !actionsBeside ? 5.5 : 0)
  return (
    <div ref={place}>
      {width === null ? null : width < (props.tableFrom ?? 840) ? (
        <ul
          aria-labelledby={labelledBy}
          // A guess at a card's height, so that little moves once it is laid out.
          style={{ '--later-height': `${cardHeight}rem` } as CSSProperties}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4 *:later"
        >
          {rows.map((row) => (
            <RowCard
              key={rowKey(row)}
              columns={columns}
              row={row}
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
        // More columns may be chosen than there is room for.
        <Card className="!overflow-x-auto">
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

/** The next sort when a column's head is pressed: up, down, the list's first. Null where the server does not sort by it. */
export function nextSort(column: string, current: string, sorts: readonly string[]): string | null {
  const cycle = [column, `-${column}`].filter((sort) => sorts.includes(sort))
  if (cycle.length === 0) return null
  return cycle[cycle.indexOf(current) + 1] ?? sorts[0] ?? null
}

function RowCard<Row>({
  columns,
  row,
  beside,
  actions,
}: {
  columns: readonly Column<Row>[]
  row: Row
  beside: ReactNode
  actions: ReactNode
}) {
  const [first, ...rest] = columns
  return (
    <Card as="li" className="flex flex-col gap-3 p-4">
      <div className="flex items-start gap-3 [&>button]:-mt-2.5 [&>button]:-mr-2.5">
        {first && (
          <div className="min-w-0 flex-1 font-bold [overflow-wrap:anywhere]">{cellOf(first, row)}</div>
        )}
        {beside}
      </div>
      <Facts
        small
        className="grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5"
        facts={rest.map((column) => [column.header, column.text(row) && cellOf(column, row)])}
      />
      {actions && <div className="mt-auto empty:hidden">{actions}</div>}
    </Card>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row)
}

/** The element's width in pixels; null only before the first paint. */
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
