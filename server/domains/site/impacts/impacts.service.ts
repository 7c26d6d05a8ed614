import type { Selectable } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import * as contract from '../../../../contract/site/impacts.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'

type ImpactRow = Selectable<Schema['impact']>

/** Keeps the numbers on the about page, which has four places for them. */
export function createImpactsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'impact', {
    title: ({ title }) => title,
    fields: ['title', 'value'],
    movesToBin: true,
  })
  const listRows = (source: Queryable) => source.selectFrom('impact').selectAll().orderBy('slot').execute()

  /**
   * Inserts a number into the slot `wanted`, or into the first free slot if `wanted` is taken. @throws `limit_reached`
   */
  async function insertIntoFreeSlot(tx: Tx, row: Omit<ImpactRow, 'slot'>, wanted = 1) {
    const order = [wanted, ...Array.from({ length: contract.impactsMax }, (_, at) => at + 1)]
    for (;;) {
      const taken = new Set((await listRows(tx)).map(({ slot }) => slot))
      const slot = order.find((one) => !taken.has(one))
      if (slot === undefined) throw refusal('impacts-full')
      if (await insertUnlessThere(tx, 'impact', { ...row, slot }, 'slot')) return { ...row, slot }
    }
  }

  return {
    list: async () => (await listRows(db.read)).map(presentImpact),

    async add(tx: Tx, input: contract.ImpactInput, by: Actor | null) {
      const row = { ...input, id: ids.id(), created_at: clock.now(), version: 1 }
      const added = await insertIntoFreeSlot(tx, row)
      await records.added(tx, [added], by)
      return presentImpact(added)
    },

    update: async (id: string, { version, ...changes }: contract.ImpactPatch, by: Actor | null) =>
      presentImpact(await records.change(id, { by, version }, () => changes)),

    remove: records.remove,

    async restore(tx: Tx, _id: string, data: unknown) {
      const { slot, ...row } = data as ImpactRow
      await insertIntoFreeSlot(tx, row, slot)
      await records.mark(tx)
    },
  }
}

function presentImpact({ id, title, value, version }: ImpactRow): contract.Impact {
  return { id, title, value, version }
}
