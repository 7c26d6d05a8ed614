import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { createContext, type ReactNode, useLayoutEffect, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PictureProps } from '../../ui/picture.tsx'

export interface Column<Row> {
  header: string
  /** The heading in a table whose cell also shows another field. */
  heading?: string
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** The text for the exported CSV, where a spreadsheet needs plain numbers and `YYYY-MM-DD`. */
  csv?: (row: Row) => string
  /** The name by which the server sorts; a leading `-` reverses the order. */
  sort?: string
  /** The column is always in the CSV, but is shown in the table only after somebody chooses it. */
  isHidden?: boolean
  /** A phone shows the column only in a row that is unfolded. The unfolded row shows it even if `isHidden`. */
  isFolded?: boolean
  /** The cell is a badge. A phone shows it before the facts of a folded row. */
  isState?: boolean
  /** The cell ends with a link that reaches the person. A phone shows the link beside the actions of a folded row. */
  isContact?: boolean
  /** The first column is a long text. A phone gives it the whole line, and shows the state below it. */
  isLong?: boolean
  /** A table shows one line of the cell, and the whole text as a tooltip. */
  isCut?: boolean
  /** The main sum of a record. A phone shows it at the right of a folded row. */
  isSum?: boolean
  /** The text in a folded row on a phone, if `text` is too long for it. */
  short?: (row: Row) => string
  className?: string
}

export interface TableLook<Row> {
  columns: readonly Column<Row>[]
  actions?: ((row: Row) => ReactNode) | undefined
  /** `actions` are placed under the last cell, because the table has no room for another column. */
  actionsUnder?: boolean
  /** `actions` is a small button, which a card shows beside the name. */
  actionsBeside?: boolean | undefined
  /** Renders a record as an `<li>`, instead of a row of a table, or as what is behind the arrow on a phone. */
  card?: ((row: Row, selectBox: ReactNode) => ReactNode) | undefined
  /** The picture of a row on a phone. */
  pictureOf?: ((row: Row) => PictureProps['picture']) | undefined
  /**
   * A list below this width shows folded rows instead of a table. The width is in pixels at the usual text size, 880 by
   * default.
   */
  tableFrom?: number | undefined
}

interface ListTableProps<Row> extends TableLook<Row> {
  labelledBy: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  selectBox?: ((row: Row) => ReactNode) | undefined
  selectAllBox?: ReactNode
  sort: string
  sorts: readonly string[]
  onSort: (sort: string) => void
}

/** True in a list or table so wide that a record is one line. Its buttons are then icons with their words as a tooltip. */
export const InRow = createContext(false)

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { labelledBy, columns, rows, rowKey, selectBox, actions, actionsUnder } = props
  return (
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
          <InRow value={true}>
            {rows.map((row) => (
              <tr key={rowKey(row)} className="leading-5 transition-colors hover:bg-sunk">
                {selectBox && <td className="pl-3">{selectBox(row)}</td>}
                {columns.map((column, n) => {
                  const Cell = n === 0 ? 'th' : 'td'
                  return (
                    <Cell
                      key={column.header}
                      scope={n === 0 ? 'row' : undefined}
                      title={column.isCut ? column.text(row) : undefined}
                      className={cx(
                        'h-12 px-2 py-1',
                        n === 0 && 'text-left font-bold first:pl-3',
                        column.isCut && '[&_wbr]:hidden',
                        column.className,
                      )}
                    >
                      {column.isCut ? (
                        <div className="truncate">{cellOf(column, row)}</div>
                      ) : (
                        cellOf(column, row)
                      )}
                      {actionsUnder && n === columns.length - 1 && actions?.(row)}
                    </Cell>
                  )
                })}
                {actions && !actionsUnder && (
                  <td className="px-2 py-0.5 text-right whitespace-nowrap *:!m-0 *:!flex-nowrap *:!gap-0 *:items-center *:justify-end [&_button]:!px-2">
                    {actions(row)}
                  </td>
                )}
              </tr>
            ))}
          </InRow>
        </tbody>
      </table>
    </Card>
  )
}

function HeadCell<Row>({ column, sort, sorts, onSort }: { column: Column<Row> } & ListTableProps<Row>) {
  const { header, heading = header, className } = column
  const next = column.sort === undefined ? null : nextSort(column.sort, sort, sorts)
  if (next === null) {
    return (
      <th scope="col" className={cx('px-2 py-2.5 font-bold first:pl-3', className)}>
        {heading}
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
        className="flex min-h-11 w-full items-center gap-1 px-2 text-left in-[.text-right]:justify-end in-[th:first-child]:pl-3 font-bold -outline-offset-2 hover:text-leaf-ink"
      >
        {heading}
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

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row)
}

/**
 * Returns the width in pixels at the usual text size: larger text gives a smaller number. Null before the first paint.
 */
export function useWidth(place: { current: HTMLElement | null }): number | null {
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
