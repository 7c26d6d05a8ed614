import { ChevronDown } from 'lucide-react'
import { type CSSProperties, createContext, type ReactNode, useRef, useState } from 'react'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Facts } from '../../ui/facts.tsx'
import { Picture } from '../../ui/picture.tsx'
import { type Column, cellOf, InRow, type TableLook } from './list-table.tsx'

type Look<Row> = Pick<TableLook<Row>, 'columns' | 'pictureOf' | 'card' | 'actionsBeside' | 'actions'> & {
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  selectBox?: ((row: Row) => ReactNode) | undefined
  /** True if the list has room for a record in one row of two lines, but not for a table. */
  isLong: boolean
}

/** The button that folds a card again. A card of a record shows it beside its box for selecting. */
export const FoldButton = createContext<ReactNode>(null)

/** True for the buttons of a folded record, which leave out what is seldom needed. */
export const IsFolded = createContext(false)

/** A name of more letters takes two lines in a long row. */
const longName = 22
/** A sentence of more letters takes two lines in a long row. */
const longFact = 32

/** The usual height of a folded row on a phone, in rem. */
const foldedHeight = 7.25

/**
 * The records of a list without room for a table. Each shows its name, its state and a few facts. The rest is behind an
 * arrow: the record's own card, or all its columns.
 */
export function FoldedRows<Row>(
  props: Look<Row> & {
    labelledBy: string
    rows: readonly Row[]
  },
) {
  const { labelledBy, rows, rowKey, isLong } = props
  const [year = ''] = useSchoolToday().split('-')
  const slots = isLong ? slotsOf(props.columns, rows, year) : []
  return (
    <ul
      aria-labelledby={labelledBy}
      // The browser lays out a card when it comes near the screen. A guessed height keeps the page from moving at that
      // moment.
      style={{ '--later-height': `${foldedHeight}rem` } as CSSProperties}
      className={
        isLong
          ? 'grid grid-cols-[auto_auto_minmax(0,1.3fr)_minmax(0,1fr)_auto_auto_auto] divide-y divide-line rounded-sm border border-line bg-raised *:col-span-full'
          : 'grid gap-2 *:later'
      }
    >
      {rows.map((row) => (
        <FoldedRow key={rowKey(row)} {...props} {...{ row, slots, year }} />
      ))}
    </ul>
  )
}

type Slots<Row> = readonly Column<Row>[]

function FoldedRow<Row>(props: Look<Row> & { row: Row; slots: Slots<Row>; year: string }) {
  const { row, columns, pictureOf, card, actionsBeside = false, isLong, slots, year } = props
  const [isOpen, setOpen] = useState(false)
  const wasPressed = useRef(false)
  const name = props.rowName(row)
  const selectBox = props.selectBox?.(row)
  const actions = props.actions?.(row)
  const [first, ...rest] = columns
  const brief = rest.filter(({ isFolded, isHidden }) => !isFolded && !isHidden)
  const sum = brief.find(({ isSum }) => isSum)
  const factOf = (column: Column<Row>) => {
    const fact = factIn(column, row, year)
    return fact === first?.text(row) ? '' : fact
  }
  const facts = brief
    .filter((column) => column !== sum)
    .map(factOf)
    .filter((fact) => fact !== '')
  const hasMore =
    Boolean(actions) ||
    facts.length > 2 ||
    rest.some((column) => !brief.includes(column) && column.text(row) !== '')
  const fold = hasMore && (
    <IconButton
      label={isOpen ? `Show less of ${name}` : `Show more of ${name}`}
      aria-expanded={isOpen}
      icon={ChevronDown}
      className={cx(!isLong && '-mr-2', isOpen && '[&>svg]:rotate-180')}
      // The opened card has a button of its own, which takes over the focus.
      ref={(button) => {
        if (button === null || !wasPressed.current) return
        wasPressed.current = false
        button.focus()
      }}
      onClick={() => {
        wasPressed.current = true
        setOpen(!isOpen)
      }}
    />
  )
  if (isOpen && card) return <FoldButton value={fold}>{card(row, selectBox)}</FoldButton>
  const Name = card ? 'h2' : 'div'
  const hasLongName = (first?.text(row) ?? '').length > longName
  const parts = {
    name,
    first: first && (
      <Name
        className={cx(
          'min-w-0 font-text font-bold leading-5 tracking-normal',
          isLong ? 'text-sm' : 'flex-1 basis-14 text-base',
          isLong && !hasLongName ? 'truncate' : isOpen && !isLong ? 'wrap-anywhere' : 'line-clamp-2',
        )}
      >
        {cellOf(first, row)}
      </Name>
    ),
    picture: pictureOf?.(row),
    badges: (isLong || !isOpen) && <StateCells columns={brief} row={row} />,
    sum: sum?.text(row),
    facts,
    isOpen,
    all: isOpen && rest.map((column) => [column.header, column.text(row) && cellOf(column, row)] as const),
    selectBox,
    fold,
  }
  if (isLong) {
    return (
      <LongRow
        {...parts}
        hasLongName={hasLongName}
        facts={slots.map(factOf)}
        actions={
          <InRow value={true}>
            <IsFolded value={!isOpen}>{actions}</IsFolded>
          </InRow>
        }
      />
    )
  }
  const contact = columns.find(({ isContact }) => isContact)
  return (
    <ShortRow
      {...parts}
      isStateBelow={parts.picture !== undefined || first?.isLong === true}
      beside={actionsBeside && actions}
      contact={contact && !isOpen && cellOf(contact, row)}
      foot={!actionsBeside && actions && <IsFolded value={!isOpen}>{actions}</IsFolded>}
    />
  )
}

interface RowParts {
  name: string
  first: ReactNode
  picture: Parameters<typeof Picture>[0]['picture'] | undefined
  badges: ReactNode
  sum: string | undefined
  facts: readonly string[]
  isOpen: boolean
  all: Parameters<typeof Facts>[0]['facts'] | false
  selectBox: ReactNode
  fold: ReactNode
}

/** Hides the second lines of a folded row's name and state. */
const brieflyShown = '[&_.basis-full]:hidden [&_.block]:hidden'

/**
 * One row of two lines. Its parts stand below those of the other rows, so a fact that this record lacks leaves its place
 * empty. A long name takes the place of the last fact.
 */
function LongRow({
  name,
  first,
  picture,
  badges,
  sum,
  hasLongName,
  facts,
  isOpen,
  all,
  selectBox,
  actions,
  fold,
}: RowParts & { hasLongName: boolean; actions: ReactNode }) {
  const [top = '', under = '', last = ''] = facts
  const isSentence = top.length > longFact && top.includes(' ')
  return (
    <li
      aria-label={name}
      className={cx(
        'grid grid-cols-subgrid items-center px-1.5 py-1 text-sm leading-5 transition-colors hover:bg-sunk',
        brieflyShown,
      )}
    >
      <span className="col-start-1 -mr-1">{selectBox}</span>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="40px"
          className="col-start-2 mr-1.5 size-10 rounded-sm object-cover"
        />
      )}
      <div
        className={cx(
          'col-start-3 flex min-h-11 min-w-0 flex-col justify-center px-1.5',
          facts.length === 0 && 'col-span-2',
        )}
        title={name}
      >
        {first}
        {!hasLongName && <FactLine>{last}</FactLine>}
      </div>
      <div className="col-start-4 min-w-0 px-1.5 empty:hidden">
        <FactLine isSentence={isSentence}>{top || (under && '\u00a0')}</FactLine>
        {!isSentence && <FactLine>{under}</FactLine>}
      </div>
      <div className="col-start-5 flex flex-col items-end gap-0.5 px-1.5">
        <span className="flex gap-1 whitespace-nowrap empty:hidden">{badges}</span>
        {sum !== undefined && <strong className="whitespace-nowrap tabular-nums">{sum}</strong>}
      </div>
      <div className="col-start-6 flex items-center justify-end whitespace-nowrap *:!m-0 *:!flex-nowrap *:!gap-0 *:items-center">
        {actions}
      </div>
      <span className="col-start-7 flex justify-end">{fold}</span>
      {isOpen && all && (
        <Facts
          small
          className="col-span-full grid-cols-[auto_1fr_auto_1fr] items-baseline gap-x-4 gap-y-1 px-1.5 pt-1 pb-2 [&_.basis-full]:!block [&_.block]:!block"
          facts={all}
        />
      )}
    </li>
  )
}

const FactLine = ({ isSentence, children }: { isSentence?: boolean; children: string }) =>
  children !== '' && (
    <div className={cx('text-ink-soft', isSentence ? 'line-clamp-2' : 'truncate')} title={children}>
      {children}
    </div>
  )

/** A record on a phone, at most 120 px high. */
function ShortRow({
  name,
  first,
  picture,
  badges,
  isStateBelow,
  sum,
  facts,
  isOpen,
  all,
  selectBox,
  beside,
  contact,
  foot,
  fold,
}: RowParts & { isStateBelow: boolean; beside: ReactNode; contact: ReactNode; foot: ReactNode }) {
  return (
    <Card as="li" aria-label={name} className="flex flex-wrap items-center px-3 py-1.5">
      {/* The arrow is in the last line: below, or beside this if there are no buttons below. */}
      <div className="flex min-w-[calc(100%-3rem)] flex-1 items-center gap-3">
        {picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="56px"
            className="size-14 shrink-0 rounded-sm object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <div className={cx('flex flex-wrap items-start gap-x-2', !isOpen && brieflyShown)}>
            {first}
            {!isStateBelow && badges}
          </div>
          {!isOpen && <BriefLine badges={isStateBelow && badges} facts={facts} sum={sum} />}
        </div>
        {beside}
        {selectBox && <span className="-my-1 -mr-2.5 self-start">{selectBox}</span>}
      </div>
      {isOpen && all && (
        <Facts
          small
          className="mt-2 basis-full grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1"
          facts={all}
        />
      )}
      {/* The icons are left out, so that the buttons fit in one row. */}
      <div className="-mb-1 flex min-w-0 flex-1 basis-40 flex-wrap items-end gap-x-1 not-has-[a,button]:hidden [&_button_svg]:hidden">
        {foot && contact && (
          <span className="text-sm font-bold [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:pr-2 [&_a]:no-underline [&_a:not(:last-child)]:hidden">
            {contact}
          </span>
        )}
        <div className="min-w-0 flex-1 basis-40 *:!m-0 *:!-ml-1 *:!flex-wrap *:!justify-start *:!gap-x-3 *:!gap-y-0 *:has-[>:nth-child(3)]:!justify-between *:has-[>:nth-child(3)]:!gap-x-0 [&_button]:!px-1">
          {foot}
        </div>
      </div>
      <span className="-mb-1">{fold}</span>
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

/**
 * The columns of the three facts in a long row. Some record fills each of them. Columns that a narrow list folds away
 * come after the others.
 */
function slotsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], year: string): Slots<Row> {
  const [first, ...rest] = columns
  const sum = rest.find(({ isSum, isFolded, isHidden }) => isSum && !isFolded && !isHidden)
  const isFilled = (column: Column<Row>) =>
    rows.some((row) => !['', first?.text(row)].includes(factIn(column, row, year)))
  const shown = rest.filter((column) => column !== sum && !column.isHidden && isFilled(column))
  const isFolded = (column: Column<Row>) => column.isFolded === true
  return [...shown.filter((column) => !isFolded(column)), ...shown.filter(isFolded)].slice(0, 3)
}

/**
 * The first line of a column that is no badge. Figures and answers need the name of their column. A day of `year` leaves
 * out the year.
 */
function factIn<Row>(column: Column<Row>, row: Row, year: string): string {
  const text = column.short ?? column.text
  const [line = ''] = column.isState ? [] : text(row).split('\n', 1)
  if (line === '' || line === 'No') return ''
  if (line === 'Yes') return column.header
  if (line === 'On' || line === 'Off') return `${column.header} ${line.toLowerCase()}`
  if (column.isSum || /^[\d.,]{1,7}%?$/.test(line)) return `${column.header} ${line}`
  return line.replace(new RegExp(`(?<=\\d \\p{L}{3,9}),? ${year}(?=,|$)`, 'u'), '')
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
