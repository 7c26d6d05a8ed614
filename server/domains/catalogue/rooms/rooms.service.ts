import {
  type Room,
  type RoomInput,
  type RoomPatch,
  type RoomsQuery,
  room,
  roomImportRow,
} from '../../../../contract/catalogue/rooms.ts'
import { refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { isNameFree, namesTaken } from '../../../db/names.ts'
import { presentPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import * as repository from './rooms.repository.ts'

export type RoomsService = ReturnType<typeof createRoomsService>

/** A refusal names so many batches and counts the rest. */
const batchesNamed = 3

export function createRoomsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'room', {
    find: (source, id) => repository.findRoom(source, id, clock.today()),
    title: ({ name }) => name,
    fields: ['name', 'address'],
    async mayGo(tx, { id, batches }) {
      if (batches === 0) return
      const named = await repository.listBatchesIn(tx, id, clock.today(), batchesNamed)
      throw refusal('room-in-use', {
        facts: { batches, named: named.map(({ title, starts_on: day }) => ({ title, day })) },
      })
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  /** @throws `validation_failed` where another one that is not deleted has the name */
  async function requireFreeName(tx: Tx, name: string, own: string | null): Promise<void> {
    if (!(await isNameFree(tx, 'room', name, own)))
      throw refusal('room-known', { at: 'name', facts: { name } })
  }

  async function add(tx: Tx, { name, address }: RoomInput, by: Actor | null): Promise<Room> {
    await requireFreeName(tx, name, null)
    const row = { id: ids.id(), name, address: address || null, created_at: clock.now() }
    return present(await records.add(tx, row, by))
  }

  return {
    list: (query: RoomsQuery) => presentPage(repository.listRoomPage(db.read, query, clock.today()), present),
    get: async (id: string) => present(await records.get(db.read, id)),
    add,

    /** @throws `not_found`; `conflict` where `version` is given and stale; `validation_failed` */
    update: async (id: string, { version, name, address }: RoomPatch, by: Actor) =>
      present(
        await records.change(id, { by, version }, async (tx, before) => {
          if (name !== undefined && name !== before.name) await requireFreeName(tx, name, id)
          return { name, address: address === '' ? null : address }
        }),
      ),

    /** @throws `in_use` while batches that are not over meet in it */
    remove: records.remove,

    /** @throws `validation_failed` where another one has the name by now */
    async restore(tx: Tx, id: string): Promise<void> {
      const row = await tx.selectFrom('room').select('name').where('id', '=', id).executeTakeFirst()
      if (row) await requireFreeName(tx, row.name, id)
      if (!(await records.restore(tx, id))) throw refusal('room-gone')
    },

    imports: createRowImport(deps, records, {
      schema: roomImportRow,
      unique: {
        column: 'name',
        keyOf: ({ name }) => folded(name),
        listTaken: namesTaken('room'),
        taken: 'There is a room of this name already, here or further up in the file',
      },
      add: oneByOne(add),
    }),
  }
}

function present(row: repository.ShownRoom): Room {
  return presented(room, row, {})
}
