import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import {
  type DeliverySlot,
  type DeliverySlotInput,
  type DeliverySlotPatch,
  deliverySlot,
  deliverySlotFields,
  deliverySlotRow,
  findSlotProblem,
  type slotRecords,
} from '../../../../contract/store/delivery-records.ts'
import { type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'

export type DeliverySlotsService = ReturnType<typeof createDeliverySlotsService>

/** An order keeps the name and window of its slot when the slot changes or goes. */
export function createDeliverySlotsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-slot', {
    title: ({ name }) => name,
    fields: (row) => logFields(deliverySlotFields, present(row)),
  })

  async function add(tx: Tx, input: DeliverySlotInput, by: Actor | null) {
    const columns = startFields(deliverySlotFields, input)
    const row = { id: ids.id(), ...columns, version: 1, created_at: clock.now(), deleted_at: null }
    return present(await records.add(tx, row, by))
  }

  return {
    add,

    imports: createRowImport(deps, records, {
      schema: deliverySlotRow,
      unique: {
        column: 'name',
        keyOf,
        listTaken: async (source) => (await livingSlots(source).execute()).map((row) => keyOf(present(row))),
        taken: sentenceOf('conflict', { reason: 'slot-known' }),
      },
      add: oneByOne(add),
      isUsed: async (source, id) =>
        (await source.selectFrom('shop_order').select('id').where('slot_id', '=', id).limit(1).execute())
          .length > 0,
    }),

    list: (query: SlotsQuery) => presentPage(readPage(livingSlots(db.read), slotList, query), present),

    async update(id: string, { version, ...patch }: DeliverySlotPatch, by: Actor) {
      const changed = await records.change(id, { by, version }, (_tx, row) => {
        const columns = writeFields(deliverySlotFields, patch)
        const problem = findSlotProblem(present({ ...row, ...columns }))
        if (problem) {
          throw new DomainError('validation_failed', { fields: { [problem.field]: problem.sentence } })
        }
        return columns
      })
      return present(changed)
    },

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      if (!(await records.restore(tx, id))) throw refusal('not-in-bin')
    },
  }
}

/** An import skips a slot whose key exists, so that the same file adds nothing twice; staff may add one by hand. */
function keyOf({ name, way, from, to }: Pick<DeliverySlotInput, 'name' | 'way' | 'from' | 'to'>): string {
  return [folded(name), way, from, to].join('\n')
}

type SlotsQuery = QueryOf<typeof slotRecords.list>

/** A school has some dozens of slots, so the sorts need no indexes. */
const slotList: PageList<SlotsQuery> = {
  sorts: { from: ['asc', 'delivery_slot.starts_at'], name: ['asc', 'lower(delivery_slot.name)'] },
  tie: ['delivery_slot.id'],
  words: ['delivery_slot.name', 'delivery_slot.way'],
  filters: { way: 'delivery_slot.way' },
}

function livingSlots(db: Queryable) {
  return db.selectFrom('delivery_slot').selectAll().where('deleted_at', 'is', null)
}

const present = (row: Selectable<Schema['delivery_slot']>): DeliverySlot =>
  presented(deliverySlot, row, readFields(deliverySlotFields, row))
