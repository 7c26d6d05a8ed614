import type { ListTotals } from '../../../contract/primitives.ts'
import { counted, formatRupees } from '../../../contract/words.ts'

/** What all rows of a list make together, on all pages; it stands over the list. */
export function ListTotalsLine({
  totals,
  noun,
  more = [],
}: {
  totals: ListTotals | undefined
  noun: readonly [one: string, many: string]
  more?: readonly string[]
}) {
  if (totals === undefined) return null
  const { count, amount, paid, due } = totals
  const sums = [
    formatRupees(amount),
    `${formatRupees(paid)} came`,
    Number(due) > 0 ? `${formatRupees(due)} due` : 'nothing due',
    ...more,
  ]
  return (
    <p className="mb-3 rounded-sm border border-line bg-raised px-3 py-2 text-sm">
      <strong>{counted(count, ...noun)} in all</strong>
      {count > 0 && <> · {sums.join(' · ')}</>}
    </p>
  )
}
