import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, createContext, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture, type PictureProps } from '../../ui/picture.tsx'

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
  /** True on a phone, where each row is folded. */
  isFolded: boolean
  selectBox?: ((row: Row) => ReactNode) | undefined
  selectAllBox?: ReactNode
  sort: string
  sorts: readonly string[]
  onSort: (sort: string) => void
}

/** True in a list or table so wide that a record is one line. Its buttons are then icons with their words as a tooltip. */
export const InRow = createContext(false)

/** The usual height of a folded row, in rem. */
const foldedHeight = 7.25

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { labelledBy, columns, rows, rowKey, selectBox, actions, actionsUnder, isFolded } = props
  const { actionsBeside, tableFrom = 840 } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const fullHeight = 2.5 + columns.length * 2.25 + (actions && !actionsBeside ? 5.5 : 0)
  return (
    <div ref={place}>
      {width === null ? null : width < tableFrom ? (
        <ul
          aria-labelledby={labelledBy}
          // The browser lays out a card when it comes near the screen. A guessed height keeps the page from moving at
          // that moment.
          style={{ '--later-height': `${isFolded ? foldedHeight : fullHeight}rem` } as CSSProperties}
          className={cx(
            'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] *:later',
            isFolded ? 'gap-2' : 'gap-4',
          )}
        >
          {rows.map((row) =>
            isFolded ? (
              <FoldedRow
                {...props}
                key={rowKey(row)}
                row={row}
                name={props.rowName(row)}
                selectBox={selectBox?.(row)}
                actions={actions?.(row)}
              />
            ) : (
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
            ),
          )}
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
        className="flex min-h-11 w-full items-center gap-1 px-2 text-left in-[.text-right]:justify-end in-[th:first-child]:pl-3 font-bold -outline-offset-2 hover:text-leaf-ink"
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
  columns: [first, ...rest],
  row,
  beside,
  actions,
}: {
  columns: readonly Column<Row>[]
  row: Row
  beside: ReactNode
  actions: ReactNode
}) {
  return (
    <Card as="li" className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-end gap-3 [&>button]:-mt-2.5 [&>button]:-mr-2.5">
        {first && <div className="min-w-0 flex-1 basis-24 font-bold">{cellOf(first, row)}</div>}
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

/** The button that folds a card again. A card of a record shows it beside its box for selecting. */
export const FoldButton = createContext<ReactNode>(null)

/**
 * A record of a list on a phone, at most 120 px high: its name, its state, the first two facts, and its actions. The
 * rest is behind an arrow: the record's own card, or all its columns.
 */
function FoldedRow<Row>({
  columns,
  row,
  name,
  pictureOf,
  card,
  selectBox,
  actions,
  actionsBeside = false,
}: Pick<TableLook<Row>, 'columns' | 'pictureOf' | 'card' | 'actionsBeside'> & {
  row: Row
  name: string
  selectBox: ReactNode
  actions: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const wasPressed = useRef(false)
  const [first, ...rest] = columns
  const brief = rest.filter(({ isFolded, isHidden }) => !isFolded && !isHidden)
  const badges = !isOpen && <StateCells columns={brief} row={row} />
  const sum = brief.find(({ isSum }) => isSum)
  const facts = brief.flatMap((column) => {
    const text = column.short ?? column.text
    const [line = ''] = column.isState || column === sum ? [] : text(row).split('\n', 1)
    return line === '' ? [] : /^[\d.,]{1,7}%?$/.test(line) ? `${column.header} ${line}` : line
  })
  const hasMore =
    facts.length > 2 || rest.some((column) => !brief.includes(column) && column.text(row) !== '')
  const picture = pictureOf?.(row)
  const isStateBelow = picture !== undefined || first?.isLong === true
  const fold = hasMore && (
    <IconButton
      label={isOpen ? `Show less of ${name}` : `Show more of ${name}`}
      aria-expanded={isOpen}
      icon={ChevronDown}
      className={cx('-mr-2', isOpen && '[&>svg]:rotate-180')}
      // The opened card has a button of its own, which takes over the focus.
      ref={(button) => {
        if (button && wasPressed.current) button.focus()
        wasPressed.current = false
      }}
      onClick={() => {
        wasPressed.current = true
        setOpen(!isOpen)
      }}
    />
  )
  if (isOpen && card) return <FoldButton value={fold}>{card(row, selectBox)}</FoldButton>
  const foot = !actionsBeside && actions
  const contact = columns.find(({ isContact }) => isContact)
  const Name = card ? 'h2' : 'div'
  return (
    <Card as="li" aria-label={name} className="flex flex-col px-3 py-1.5">
      <div className="flex items-center gap-3 pt-0.5">
        {picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="56px"
            className="size-14 shrink-0 rounded-sm object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <div
            className={cx(
              'flex flex-wrap items-start gap-x-2',
              !isOpen && '[&_.basis-full]:hidden [&_.block]:hidden',
            )}
          >
            {first && (
              <Name
                className={cx(
                  'min-w-0 flex-1 basis-14 font-text text-base font-bold leading-5 tracking-normal',
                  isOpen ? 'wrap-anywhere' : 'line-clamp-2',
                )}
              >
                {cellOf(first, row)}
              </Name>
            )}
            {!isStateBelow && badges}
          </div>
          {!isOpen && <BriefLine badges={isStateBelow && badges} facts={facts} sum={sum?.text(row)} />}
        </div>
        {actionsBeside && actions}
        {selectBox && <span className="-mr-2.5 -my-1 self-start">{selectBox}</span>}
        {!foot && fold}
      </div>
      {isOpen && (
        <Facts
          small
          className="mt-2 grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1"
          facts={rest.map((column) => [column.header, column.text(row) && cellOf(column, row)])}
        />
      )}
      {foot && (
        // The icons are left out, so that the buttons fit in one row.
        <div className="-mb-1 flex flex-wrap items-end gap-x-1 [&_button_svg]:hidden">
          {contact && !isOpen && (
            <span className="text-sm font-bold [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:pr-2 [&_a]:no-underline [&_a:not(:last-child)]:hidden">
              {cellOf(contact, row)}
            </span>
          )}
          <div className="min-w-0 flex-1 basis-40 *:!m-0 *:!-ml-1 *:!flex-wrap *:!justify-start *:!gap-x-3 *:!gap-y-0 *:has-[>:nth-child(3)]:!justify-between *:has-[>:nth-child(3)]:!gap-x-0 [&_button]:!px-1">
            {foot}
          </div>
          <span className="[&_button_svg]:!block">{fold}</span>
        </div>
      )}
    </Card>
  )
}

/** The second line of a folded row. If there are no facts, a sum that has no room moves below the badges. */
function BriefLine({
  badges,
  facts,
  sum,
}: {
  badges: ReactNode
  facts: readonly string[]
  sum: string | undefined
}) {
  return (
    <p
      className={cx(
        'mt-1 flex gap-1.5 text-sm leading-5 text-ink-soft [&_.basis-full]:hidden',
        facts.length === 0 && 'flex-wrap',
      )}
    >
      {badges}
      <span className="min-w-0 truncate">{facts[0]}</span>
      {facts[1] && <span className="max-w-3/5 shrink-0 truncate">· {facts[1]}</span>}
      {sum !== undefined && (
        <strong className="ml-auto shrink-0 pl-1 whitespace-nowrap text-ink">{sum}</strong>
      )}
    </p>
  )
}

function StateCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => {
    // A state that is only text, such as Yes, is the usual one.
    const cell = column.isState && cellOf(column, row)
    return (
      typeof cell === 'object' && (
        <span key={column.header} className="contents *:!py-0 *:!leading-5 *:[&_span]:!py-0">
          {cell}
        </span>
      )
    )
  })
}

function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
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
