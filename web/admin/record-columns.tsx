import { formatRupees } from '../../contract/words.ts'
import { EmailWords } from '../ui/email-words.tsx'
import type { Fact } from '../ui/facts.tsx'
import { longText, sum } from './list/columns.tsx'
import type { Column } from './list/list-table.tsx'
import { asTyped, type Field, type Fields, inRupees } from './record-fields.tsx'

type Name<F> = keyof F & string

export type ColumnsOf<Item, F> = readonly (
  | Name<F>
  | readonly [name: Name<F>, more: Partial<Column<Item>>]
  | Column<Item>
  /** Adds the columns of all fields that are not named, hidden at first. */
  | '...'
)[]

export const hidden = <const N extends string>(...names: N[]) =>
  names.map((name) => [name, { isHidden: true }] as const)

export function columnsOf<Item, F extends Fields<Item>>(
  fields: F,
  columns: ColumnsOf<Item, F>,
): readonly Column<Item>[] {
  const named = new Set(
    columns.flatMap((one) => (typeof one === 'string' ? one : 'header' in one ? [] : one[0])),
  )
  return columns.flatMap((one) => {
    if (one === '...') {
      const others = Object.keys(fields).filter((name) => !named.has(name))
      return others.map((name) => ({ ...columnOf<Item>(name, fields), isHidden: true }))
    }
    if (typeof one === 'string') return columnOf<Item>(one, fields)
    return 'header' in one ? one : { ...columnOf<Item>(one[0], fields), ...one[1] }
  })
}

function columnOf<Item>(name: string, fields: Fields<Item>): Column<Item> {
  const { label, kind, attributes, read, says, csv } = fields[name] as Field<Item, string | boolean, unknown>
  const stored = (item: Item) => (item as Readonly<Record<string, unknown>>)[name]
  const text = (item: Item) => {
    const typed = read ? read(item) : asTyped(stored(item))
    if (says) return says(typed)
    if (typeof typed === 'boolean') return typed ? 'Yes' : 'No'
    const option = attributes.options?.find((one) => typeof one === 'object' && one.value === typed)
    return typeof option === 'object' ? option.label : typed
  }
  // Each cell has the rupee sign, so the heading of the column leaves it out.
  const column = { header: label.replace(' (₹)', ''), text, ...(csv && { csv }) }
  if (attributes.prefix === inRupees.prefix) {
    return {
      ...column,
      isSum: true,
      className: sum,
      text: (item) => (stored(item) === null ? '' : formatRupees(Number(stored(item)))),
      csv: (item) => String(stored(item) ?? ''),
    }
  }
  if (attributes.type === 'email') {
    return {
      ...column,
      cell: (item) => <EmailWords email={text(item)} />,
      isCut: true,
      className: 'max-w-52',
    }
  }
  return kind === 'area' ? { ...column, className: longText } : column
}

export type FactsOf = (headers: readonly string[], none?: string) => Fact[]

export function factsOf<Item>(columns: readonly Column<Item>[], item: Item): FactsOf {
  return (headers, none = '') =>
    headers.map((header) => {
      const column = columns.find((one) => one.header === header)
      if (!column) throw new Error(`There is no column ${header}.`)
      const said = column.text(item)
      return [header, (said && column.cell?.(item)) || said || none]
    })
}
