import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import * as contract from '../../../../contract/store/delivery-records.ts'
import { type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import { writeSetting } from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'

export function createDeliveryZonesService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-zone', {
    title: ({ name }) => name,
    fields: (row) => logFields(contract.deliveryZoneFields, presentZone(row)),
  })

  /**
   * Refuses a pincode of another zone. It first writes a setting, so that two callers who write zones wait for each
   * other and cannot both add the same pincode.
   */
  async function refuseKnownPincode(tx: Tx, pincodes: readonly string[], ownId: string) {
    await writeSetting(tx, 'delivery.zones-written-at', clock.now(), clock.now())
    for (const [pincode, zone] of await findZoneNames(tx, ownId)) {
      if (pincodes.includes(pincode))
        throw refusal('pincode-known', { at: 'pincodes', facts: { pincode, zone } })
    }
  }

  async function add(tx: Tx, input: contract.DeliveryZoneInput, by: Actor | null) {
    const id = ids.id()
    await refuseKnownPincode(tx, input.pincodes, id)
    return presentZone(await insert(tx, id, input, by))
  }

  const insert = (tx: Tx, id: string, input: contract.DeliveryZoneInput, by: Actor | null) => {
    const columns = startFields(contract.deliveryZoneFields, input)
    const row = { id, ...columns, version: 1, created_at: clock.now(), deleted_at: null }
    return records.add(tx, row, by)
  }

  return {
    add,

    imports: createRowImport(deps, records, {
      schema: contract.deliveryZoneRow,
      async examine(source, rows) {
        const zoneNames = await findZoneNames(source)
        return rows.map(({ name, pincodes }) => {
          const pincode = pincodes.find((one) => zoneNames.has(one))
          if (pincode === undefined) {
            for (const one of pincodes) zoneNames.set(one, name)
            return null
          }
          const facts = { pincode, zone: zoneNames.get(pincode) ?? '' }
          return { column: 'pincodes', message: sentenceOf('conflict', { reason: 'pincode-known', facts }) }
        })
      },
      async add(tx, rows, by) {
        const pincodes = rows.flatMap((row) => row.pincodes)
        await refuseKnownPincode(tx, pincodes, '')
        return oneByOne((_tx, row: contract.DeliveryZoneInput) => insert(tx, ids.id(), row, by))(tx, rows, by)
      },
    }),

    list: (query: ZonesQuery) => presentPage(readPage(livingZones(db.read), zoneList, query), presentZone),

    async update(id: string, { version, ...patch }: contract.DeliveryZonePatch, by: Actor) {
      const changed = await records.change(id, { by, version }, async (tx, row) => {
        const columns = writeFields(contract.deliveryZoneFields, patch)
        if (!contract.hasFee(presentZone({ ...row, ...columns }))) {
          throw new DomainError('validation_failed', { fields: { standardFee: contract.noFeeSentence } })
        }
        if (patch.pincodes) await refuseKnownPincode(tx, patch.pincodes, id)
        return columns
      })
      return presentZone(changed)
    },

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      if (!(await records.restore(tx, id))) throw refusal('not-in-bin')
      await refuseKnownPincode(tx, pincodesOf(await records.get(tx, id)), id)
    },
  }
}

/** Returns the names of the zones by pincode. A key may also be the first digits of pincodes. */
async function findZoneNames(db: Queryable, exceptId = '') {
  const zones = await livingZones(db).where('id', '!=', exceptId).execute()
  return new Map(zones.flatMap((zone) => pincodesOf(zone).map((pincode) => [pincode, zone.name] as const)))
}

type ZoneRow = Selectable<Schema['delivery_zone']>
type ZonesQuery = QueryOf<typeof contract.zoneRecords.list>

/** A school has a few dozen zones, so the sort needs no index. */
const zoneList: PageList<ZonesQuery> = {
  sorts: { name: ['asc', 'lower(delivery_zone.name)'] },
  tie: ['delivery_zone.id'],
  words: ['delivery_zone.name', 'delivery_zone.pincodes'],
}

function livingZones(db: Queryable) {
  return db.selectFrom('delivery_zone').selectAll().where('deleted_at', 'is', null)
}

function pincodesOf({ pincodes }: ZoneRow): string[] {
  return JSON.parse(pincodes)
}

const presentZone = (row: ZoneRow): contract.DeliveryZone =>
  presented(contract.deliveryZone, row, readFields(contract.deliveryZoneFields, row))

/** An order keeps the name and times of its slot when the slot is changed or deleted. */
export function createDeliverySlotsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-slot', {
    title: ({ name }) => name,
    fields: (row) => logFields(contract.deliverySlotFields, presentSlot(row)),
  })

  async function add(tx: Tx, input: contract.DeliverySlotInput, by: Actor | null) {
    const columns = startFields(contract.deliverySlotFields, input)
    const row = { id: ids.id(), ...columns, version: 1, created_at: clock.now(), deleted_at: null }
    return presentSlot(await records.add(tx, row, by))
  }

  return {
    add,

    imports: createRowImport(deps, records, {
      schema: contract.deliverySlotRow,
      unique: {
        column: 'name',
        keyOf,
        listTaken: async (source) =>
          (await livingSlots(source).execute()).map((row) => keyOf(presentSlot(row))),
        taken: sentenceOf('conflict', { reason: 'slot-known' }),
      },
      add: oneByOne(add),
      isUsed: async (source, id) =>
        (await source.selectFrom('shop_order').select('id').where('slot_id', '=', id).limit(1).execute())
          .length > 0,
    }),

    list: (query: SlotsQuery) => presentPage(readPage(livingSlots(db.read), slotList, query), presentSlot),

    async update(id: string, { version, ...patch }: contract.DeliverySlotPatch, by: Actor) {
      const changed = await records.change(id, { by, version }, (_tx, row) => {
        const columns = writeFields(contract.deliverySlotFields, patch)
        const problem = contract.findSlotProblem(presentSlot({ ...row, ...columns }))
        if (problem) {
          throw new DomainError('validation_failed', { fields: { [problem.field]: problem.sentence } })
        }
        return columns
      })
      return presentSlot(changed)
    },

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      if (!(await records.restore(tx, id))) throw refusal('not-in-bin')
    },
  }
}

/**
 * Returns the key by which an import skips slots that exist, so that a repeated import adds nothing. Staff may add a
 * slot with the same key by hand.
 */
function keyOf({
  name,
  way,
  from,
  to,
}: Pick<contract.DeliverySlotInput, 'name' | 'way' | 'from' | 'to'>): string {
  return [folded(name), way, from, to].join('\n')
}

type SlotsQuery = QueryOf<typeof contract.slotRecords.list>

/** A school has a few dozen slots, so the sorts need no indexes. */
const slotList: PageList<SlotsQuery> = {
  sorts: { from: ['asc', 'delivery_slot.starts_at'], name: ['asc', 'lower(delivery_slot.name)'] },
  tie: ['delivery_slot.id'],
  words: ['delivery_slot.name', 'delivery_slot.way'],
  filters: { way: 'delivery_slot.way' },
}

function livingSlots(db: Queryable) {
  return db.selectFrom('delivery_slot').selectAll().where('deleted_at', 'is', null)
}

const presentSlot = (row: Selectable<Schema['delivery_slot']>): contract.DeliverySlot =>
  presented(contract.deliverySlot, row, readFields(contract.deliverySlotFields, row))
