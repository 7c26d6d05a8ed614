import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import {
  type Impact,
  type ImpactInput,
  type ImpactPatch,
  impactsFull,
  impactsMax,
} from '../../../contract/impacts.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { mergePatch } from '../../platform/merge-patch.ts'
import type { Deps } from '../deps.ts'
import { presentImpact } from './impacts.presenter.ts'
import {
  deleteImpact,
  type ImpactRow,
  insertImpact,
  listImpacts,
  lockImpact,
  updateImpact,
} from './impacts.repository.ts'

type Tx = Transaction<Schema>

export type ImpactsService = ReturnType<typeof createImpactsService>

/** The numbers of the about page: at most four, because there are four slots (reading B6). */
export function createImpactsService({ db, clock, ids, audit, bin }: Deps) {
  /** In the slot it had, else in the first free one. @throws `limit_reached` */
  async function insertIntoFreeSlot(tx: Tx, row: Omit<ImpactRow, 'slot'>, wanted = 1): Promise<void> {
    const order = [wanted, ...Array.from({ length: impactsMax }, (_, at) => at + 1)]
    for (;;) {
      const taken = new Set((await listImpacts(tx)).map(({ slot }) => slot))
      const slot = order.find((one) => !taken.has(one))
      if (slot === undefined) throw new DomainError('limit_reached', { message: impactsFull.button })
      if (await insertImpact(tx, { ...row, slot })) return
    }
  }

  async function getLocked(tx: Tx, id: string): Promise<ImpactRow> {
    const row = await lockImpact(tx, id)
    if (!row) {
      throw new DomainError('not_found', {
        message: 'This impact is not there any more. Please refresh the list.',
      })
    }
    return row
  }

  return {
    async list(): Promise<Impact[]> {
      return (await listImpacts(db.read)).map(presentImpact)
    },

    /** @throws `limit_reached` on the fifth */
    async add(tx: Tx, input: ImpactInput, by: Actor | null): Promise<Impact> {
      const row = { ...input, id: ids.id(), created_at: clock.now(), version: 1 }
      await insertIntoFreeSlot(tx, row)
      await db.changes.mark(tx, 'impacts')
      await audit.record(tx, {
        by,
        action: 'added',
        kind: 'impact',
        id: row.id,
        title: row.title,
        after: fieldsOf(row),
      })
      return presentImpact({ ...row, slot: 0 })
    },

    /** Absent fields stay (reading W3). @throws `not_found`; `conflict` where `version` is given and stale */
    update(id: string, { version, ...changes }: ImpactPatch, by: Actor | null): Promise<Impact> {
      return db.transaction(async (tx) => {
        const row = await getLocked(tx, id)
        if (version !== undefined && version !== row.version) throw new DomainError('conflict')
        const changed = { ...mergePatch(row, changes), version: row.version + 1 }
        await updateImpact(tx, id, changed)
        await db.changes.mark(tx, 'impacts')
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'impact',
          id,
          title: changed.title,
          before: fieldsOf(row),
          after: fieldsOf(changed),
        })
        return presentImpact(changed)
      })
    },

    /** Into the bin. @throws `not_found` */
    remove(id: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        const row = await getLocked(tx, id)
        await deleteImpact(tx, id)
        await db.changes.mark(tx, 'impacts')
        await bin.put(tx, {
          by,
          kind: 'impact',
          id,
          title: row.title,
          data: row,
          before: fieldsOf(row),
        })
      })
    },

    /** @throws `limit_reached` where four others stand */
    async restore(tx: Tx, _id: string, data: unknown): Promise<void> {
      const { slot, ...row } = data as ImpactRow
      await insertIntoFreeSlot(tx, row, slot)
      await db.changes.mark(tx, 'impacts')
    },
  }
}

function fieldsOf({ title, value }: Pick<ImpactRow, 'title' | 'value'>) {
  return { title, value }
}
