import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import {
  type DeliveryZone,
  type DeliveryZoneInput,
  type DeliveryZonePatch,
  deliveryZone,
  deliveryZoneFields,
  deliveryZoneRow,
  hasFee,
  noFeeSentence,
  type zoneRecords,
} from '../../../../contract/store/delivery-records.ts'
import { type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import { writeSetting } from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'

export type DeliveryZonesService = ReturnType<typeof createDeliveryZonesService>

export function createDeliveryZonesService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'delivery-zone', {
    title: ({ name }) => name,
    fields: (row) => logFields(deliveryZoneFields, present(row)),
  })

  /** All who write zones wait here for each other, so that no pincode gets into two zones. */
  async function refuseKnownPincode(tx: Tx, pincodes: readonly string[], ownId: string) {
    await writeSetting(tx, 'delivery.zones-written-at', clock.now(), clock.now())
    for (const [pincode, zone] of await findZoneNames(tx, ownId)) {
      if (pincodes.includes(pincode))
        throw refusal('pincode-known', { at: 'pincodes', facts: { pincode, zone } })
    }
  }

  async function add(tx: Tx, input: DeliveryZoneInput, by: Actor | null) {
    const id = ids.id()
    await refuseKnownPincode(tx, input.pincodes, id)
    return present(await insert(tx, id, input, by))
  }

  const insert = (tx: Tx, id: string, input: DeliveryZoneInput, by: Actor | null) => {
    const columns = startFields(deliveryZoneFields, input)
    const row = { id, ...columns, version: 1, created_at: clock.now(), deleted_at: null }
    return records.add(tx, row, by)
  }

  return {
    add,

    imports: createRowImport(deps, records, {
      schema: deliveryZoneRow,
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
        await refuseKnownPincode(
          tx,
          rows.flatMap(({ pincodes }) => pincodes),
          '',
        )
        return oneByOne((_tx, row: DeliveryZoneInput) => insert(tx, ids.id(), row, by))(tx, rows, by)
      },
    }),

    list: (query: ZonesQuery) => presentPage(readPage(livingZones(db.read), zoneList, query), present),

    async update(id: string, { version, ...patch }: DeliveryZonePatch, by: Actor) {
      const changed = await records.change(id, { by, version }, async (tx, row) => {
        const columns = writeFields(deliveryZoneFields, patch)
        if (!hasFee(present({ ...row, ...columns }))) {
          throw new DomainError('validation_failed', { fields: { standardFee: noFeeSentence } })
        }
        if (patch.pincodes) await refuseKnownPincode(tx, patch.pincodes, id)
        return columns
      })
      return present(changed)
    },

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      if (!(await records.restore(tx, id))) throw refusal('not-in-bin')
      await refuseKnownPincode(tx, pincodesOf(await records.get(tx, id)), id)
    },
  }
}

/** Keys are pincodes, or the digits that pincodes begin with. */
async function findZoneNames(db: Queryable, exceptId = '') {
  const zones = await livingZones(db).where('id', '!=', exceptId).execute()
  return new Map(zones.flatMap((zone) => pincodesOf(zone).map((pincode) => [pincode, zone.name] as const)))
}

type ZoneRow = Selectable<Schema['delivery_zone']>
type ZonesQuery = QueryOf<typeof zoneRecords.list>

/** A school has some dozens of zones, so the sort needs no index. */
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

const present = (row: ZoneRow): DeliveryZone =>
  presented(deliveryZone, row, readFields(deliveryZoneFields, row))
