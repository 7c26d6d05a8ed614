import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import * as contract from '../../../../contract/catalogue/rooms.ts'
import { refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { isNameFree, namesTaken } from '../../../db/names.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'

/** The error message names this number of batches and counts the rest. */
const batchesNamed = 3

export function createRoomsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'room', {
    find: (source, id) => livingRooms(source, clock.today()).where('room.id', '=', id).executeTakeFirst(),
    title: ({ name }) => name,
    fields: (row) => logFields(contract.roomFields, present(row)),
    async requireDeletable(tx, { id, batches }) {
      if (batches === 0) return
      const named = await listBatchesIn(tx, id, clock.today(), batchesNamed)
      throw refusal('room-in-use', {
        facts: { batches, named: named.map(({ title, starts_on: day }) => ({ title, day })) },
      })
    },
    renews: { delete: ['version'], restore: ['version'] },
  })

  async function requireFreeName(tx: Tx, name: string, own: string | null) {
    if (!(await isNameFree(tx, 'room', name, own)))
      throw refusal('room-known', { at: 'name', facts: { name } })
  }

  async function add(tx: Tx, input: contract.RoomInput, by: Actor | null) {
    await requireFreeName(tx, input.name, null)
    const row = { id: ids.id(), ...startFields(contract.roomFields, input), created_at: clock.now() }
    return present(await records.add(tx, row, by))
  }

  return {
    list: (query: contract.RoomsQuery) =>
      presentPage(
        readPage<contract.RoomsQuery, ShownRoom>(livingRooms(db.read, clock.today()), roomList, query),
        present,
      ),
    get: async (id: string) => present(await records.get(db.read, id)),
    add,

    update: async (id: string, { version, ...patch }: contract.RoomPatch, by: Actor) =>
      present(
        await records.change(id, { by, version }, async (tx, before) => {
          const { name } = patch
          if (name !== undefined && name !== before.name) await requireFreeName(tx, name, id)
          return writeFields(contract.roomFields, patch)
        }),
      ),

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      const row = await tx.selectFrom('room').select('name').where('id', '=', id).executeTakeFirst()
      if (row) await requireFreeName(tx, row.name, id)
      if (!(await records.restore(tx, id))) throw refusal('room-gone')
    },

    imports: createRowImport(deps, records, {
      schema: contract.roomImportRow,
      unique: {
        column: 'name',
        keyOf: ({ name }) => folded(name),
        listTaken: namesTaken('room'),
        taken: 'There is already a room with this name, in the back office or earlier in the file',
      },
      add: oneByOne(add),
    }),
  }
}

function present(row: ShownRoom): contract.Room {
  return presented(contract.room, row, readFields(contract.roomFields, row))
}

/** `batches` counts the batches in the room that are not over. */
type ShownRoom = Selectable<Schema['room']> & { batches: number }

const roomList: PageList<contract.RoomsQuery> = {
  sorts: { name: ['asc', 'lower(room.name)'], newest: ['desc', 'room.created_at'] },
  tie: ['room.id'],
  words: ['room.name', "coalesce(room.address, '')"],
}

function livingRooms(db: Queryable, today: string) {
  return db
    .selectFrom('room')
    .selectAll('room')
    .select((eb) =>
      eb
        .selectFrom('batch')
        .innerJoin('course', 'course.id', 'batch.course_id')
        .select(sql<number>`cast(count(*) as integer)`.as('batches'))
        .where(meetsIn(eb.ref('room.id'), today))
        .$asScalar()
        .$notNull()
        .as('batches'),
    )
    .where('room.deleted_at', 'is', null)
}

function listBatchesIn(db: Queryable, roomId: string, today: string, limit: number) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['course.title', 'batch.starts_on'])
    .where(meetsIn(sql.val(roomId), today))
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(limit)
    .execute()
}

/** True for a batch that meets in the room and is not over, cancelled or deleted. */
function meetsIn(room: Expression<string>, today: string) {
  return (batch: ExpressionBuilder<Schema, 'batch' | 'course'>) =>
    batch.and([
      batch('course.deleted_at', 'is', null),
      batch('batch.deleted_at', 'is', null),
      batch('batch.cancelled_at', 'is', null),
      sql<SqlBool>`coalesce(batch.ends_on, batch.starts_on, ${today}) >= ${today}`,
      batch.or([
        batch('batch.room_id', '=', room),
        batch.exists(
          batch
            .selectFrom('meeting')
            .select('meeting.id')
            .whereRef('meeting.batch_id', '=', 'batch.id')
            .where((eb) => eb.and({ 'meeting.room_id': room, 'meeting.cancelled_at': null }))
            .where('meeting.held_on', '>=', today),
        ),
      ]),
    ])
}
