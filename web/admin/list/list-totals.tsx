import { keepPreviousData } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ListTotals } from '../../../contract/primitives.ts'
import { formatRupees } from '../../../contract/words.ts'

export function ListTotalsLine({
  totals,
  inTotal,
  more = [],
}: {
  totals: ListTotals | Pick<ListTotals, 'count'> | undefined
  inTotal: (facts: { count: number }) => string
  more?: readonly string[]
}) {
  if (totals === undefined) return null
  const { count } = totals
  return (
    <p>
      {count === null ? (
        'Too many results to add up. Choose fewer days or add a filter.'
      ) : (
        <>
          <strong>{inTotal({ count })}</strong>
          {[...(count > 0 && 'amount' in totals ? sumTexts(totals) : []), ...more].map((text) => (
            <Fragment key={text}>
              {' · '}
              <span className="whitespace-nowrap">{text}</span>
            </Fragment>
          ))}
        </>
      )}
    </p>
  )
}

/** A sum of which nothing has been received is all due, so it is said once. */
function sumTexts({ amount, paid, due }: ListTotals): string[] {
  const rest = Number(due) > 0 ? `${formatRupees(due ?? 0)} due` : 'nothing due'
  if (Number(paid) === 0 && amount === due) return [rest]
  return [formatRupees(amount ?? 0), `${formatRupees(paid ?? 0)} received`, rest]
}

/** Makes a query for totals that runs again whenever the rows of the list are loaded. */
export function totalsOf<Query extends { queryKey: readonly unknown[] }>(query: Query, readAt: number) {
  return { ...query, queryKey: [...query.queryKey, readAt] as const, placeholderData: keepPreviousData }
}
