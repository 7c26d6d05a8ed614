import type { Insertable } from 'kysely'
import type { PayableKind } from '../../../contract/money/money.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import type { PictureName } from './finished-pictures.ts'

/** Rows by table, in an order in which they can be inserted. */
export type Rows = { [Table in keyof Schema]?: Insertable<Schema[Table]>[] }

/** The demonstration before it is written into the database. */
export interface Demo extends DemoDeps {
  now: string
  today: string
  rows: Rows
  payments: DemoPayment[]
  /** The pictures to copy into the uploads. */
  pictures: Set<PictureName>
  /** Rows to which other rows refer, by table and name. */
  named: Map<string, object>
}

export interface DemoPayment {
  id: string
  subject: PayableKind
  subject_id: string
  provider: string
  provider_id: string | null
  method?: string
  reference: string
  amount_in_paise: number
  at: string
  stands: 'settled' | 'refunded' | 'claimed'
}

export interface DemoDeps {
  clock: Clock
  ids: Ids
  config: Pick<Config, 'holdHours' | 'offerHours'>
}

export function emptyDemo(deps: DemoDeps): Demo {
  const { clock } = deps
  const empty = { rows: {}, payments: [], pictures: new Set<PictureName>(), named: new Map<string, object>() }
  return { ...deps, now: clock.now(), today: clock.today(), ...empty }
}

export function rowsOf<Table extends keyof Schema>(
  { rows }: Demo,
  table: Table,
): Insertable<Schema[Table]>[] {
  rows[table] ??= [] as Rows[Table]
  return rows[table] as Insertable<Schema[Table]>[]
}

type Named = 'coupon' | 'course' | 'delivery_slot' | 'flower' | 'instructor' | 'product' | 'room'

export function rowNamed<Table extends Named>({ named }: Demo, table: Table, name: string) {
  const row = named.get(`${table} ${name}`)
  if (row === undefined) throw new Error(`the demonstration has no ${table} ${name}`)
  return row as Insertable<Schema[Table]> & { id: string }
}

export function sizeOf(demo: Demo, productId: string, name: string): Insertable<Schema['product_size']> {
  const size = rowsOf(demo, 'product_size').find((one) => one.product_id === productId && one.name === name)
  if (size === undefined) throw new Error(`this product of the demonstration has no size ${name}`)
  return size
}
