import { sql } from 'kysely'
import type { Queryable } from './schema.ts'

export type ListSums = Record<'count' | 'amount' | 'paid' | 'due', number>

export function sumsByState(
  db: Queryable,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  const sum = (column: 'entries' | 'amount_in_paise' | 'paid_in_paise' | 'due_in_paise') =>
    sql<number>`cast(sum(${sql.ref(column)}) as bigint)`
  return db
    .selectFrom('list_total')
    .select(['list', 'state'])
    .select([
      sum('entries').as('count'),
      sum('amount_in_paise').as('amount'),
      sum('paid_in_paise').as('paid'),
      sum('due_in_paise').as('due'),
    ])
    .$if(from !== undefined, (days) => days.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (days) => days.where('day', '<=', to ?? ''))
    .groupBy(['list', 'state'])
}

export function addUp(parts: readonly ListSums[]): ListSums {
  const all: ListSums = { count: 0, amount: 0, paid: 0, due: 0 }
  for (const part of parts) {
    for (const name of ['count', 'amount', 'paid', 'due'] as const) all[name] += Number(part[name])
  }
  return all
}
