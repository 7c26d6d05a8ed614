import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { deliverySlotRow } from '../../../../contract/store/delivery-files.ts'
import {
  type DeliverySlot,
  type DeliverySlotInput,
  type DeliverySlotPatch,
  deliverySlot,
  findSlotProblem,
  type slotRecords,
} from '../../../../contract/store/delivery-records.ts'
import type { Page } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { mergePatch, recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import { listSlotPage, livingSlots, type SlotRow } from './delivery-records.repository.ts'

export type DeliverySlotsService = ReturnType<typeof createDeliverySlotsService>

/** An order keeps the name and window of its slot, whatever becomes of the slot. */
export function createDeliverySlotsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-slot', {
    title: ({ name }) => name,
    fields: (row) => {
      const { name, way, from, to, fee, capacity, closesOn, closesAt } = present(row)
      return { name, way, from, to, fee, capacity, closesOn, closesAt }
    },
  })

  async function add(tx: Tx, input: DeliverySlotInput, by: Actor | null): Promise<DeliverySlot> {
    const row = { id: ids.id(), ...columnsOf(input), version: 1, created_at: clock.now(), deleted_at: null }
    return present(await records.add(tx, row, by))
  }

  return {
    add,

    imports: createRowImport(deps, records, {
      schema: deliverySlotRow,
      unique: {
        column: 'name',
        keyOf: (slot) => keyOf(slot),
        listTaken: async (source) => (await livingSlots(source).execute()).map((row) => keyOf(inputOf(row))),
        taken: sentenceOf('conflict', { reason: 'slot-known' }),
      },
      add: oneByOne(add),
      isUsed: async (source, id) =>
        (await source.selectFrom('shop_order').select('id').where('slot_id', '=', id).limit(1).execute())
          .length > 0,
    }),

    async list(query: QueryOf<typeof slotRecords.list>): Promise<Page<DeliverySlot>> {
      const { rows, next } = await listSlotPage(db.read, query)
      return { rows: rows.map(present), next }
    },

    /** @throws `not_found`; `conflict` if `version` is given and stale; `validation_failed` */
    async update(id: string, { version, ...patch }: DeliverySlotPatch, by: Actor): Promise<DeliverySlot> {
      const changed = await records.change(id, { by, version }, (_tx, row) => {
        const slot = mergePatch(inputOf(row), patch)
        const problem = findSlotProblem(slot)
        if (problem) {
          throw new DomainError('validation_failed', { fields: { [problem.field]: problem.sentence } })
        }
        return columnsOf(slot)
      })
      return present(changed)
    },

    remove: records.remove,

    async restore(tx: Tx, id: string): Promise<void> {
      if (!(await records.restore(tx, id))) throw refusal('not-in-bin')
    },
  }
}

/** An import skips a slot whose key exists, so that a file read again adds nothing; staff may add one by hand. */
function keyOf({ name, way, from, to }: Pick<DeliverySlotInput, 'name' | 'way' | 'from' | 'to'>): string {
  return [folded(name), way, from, to].join('\n')
}

function columnsOf(slot: DeliverySlotInput) {
  return {
    name: slot.name,
    way: slot.way,
    starts_at: slot.from,
    ends_at: slot.to,
    fee_in_paise: slot.fee,
    capacity: slot.capacity ?? null,
    closes_on: slot.closesOn,
    closes_at: slot.closesAt,
  }
}

function inputOf(row: SlotRow): DeliverySlotInput {
  return {
    name: row.name,
    way: row.way,
    from: row.starts_at,
    to: row.ends_at,
    fee: row.fee_in_paise,
    capacity: row.capacity,
    closesOn: row.closes_on,
    closesAt: row.closes_at,
  }
}

function present(row: SlotRow): DeliverySlot {
  const { from, to, fee, closesOn, closesAt } = inputOf(row)
  return presented(deliverySlot, row, { from, to, fee: fee / 100, closesOn, closesAt })
}
