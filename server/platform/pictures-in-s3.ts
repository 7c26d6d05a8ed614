import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import { addMs, type Clock } from './clock.ts'
import { createPicturesInDatabase, type LastingPictures, removeRows } from './lasting-pictures.ts'
import type { Logger } from './logger.ts'
import { type ObjectStore, ObjectStoreFault } from './object-store.ts'

const leftAloneMs = 60 * 60_000
const carriedAtOnce = 10
const clearedAtOnce = 500

/**
 * Rows are in `picture_file`, bytes in S3. Each put creates a new object, so a removal never hits a file that another
 * caller is putting. Objects that lose their row are recorded as leftovers in the transaction that changes the rows.
 * Each of these objects is removed later, and an object with a row is never removed.
 */
export function createPicturesInS3({
  db,
  clock,
  store,
  log,
}: {
  db: Database
  clock: Clock
  store: ObjectStore
  log: Logger
}): LastingPictures {
  async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (err) {
      if (!(err instanceof ObjectStoreFault)) throw err
      log.error({ err }, 'a picture could not be read from S3 or stored there')
      throw new DomainError('unavailable')
    }
  }

  const noteLeftovers = async (tx: Tx, left: readonly { object: string }[], due_at: string) => {
    if (left.length === 0) return
    const rows = left.map(({ object }) => ({ object, due_at }))
    await tx
      .insertInto('picture_leftover')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const leftoverDue = () => addMs(clock.now(), leftAloneMs)

  async function upload<F extends { name: string; bytes: Uint8Array }>(files: readonly F[]) {
    const folder = randomBytes(16).toString('hex')
    const uploaded = files.map((file) => ({ ...file, object: `${folder}/${file.name}` }))
    await db.transaction((tx) => noteLeftovers(tx, uploaded, leftoverDue()))
    for (const { object, bytes } of uploaded) await store.put(object, bytes)
    return uploaded
  }

  async function keepObject(tx: Tx, object: string): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom('picture_leftover')
      .where('object', '=', object)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new ObjectStoreFault(`The object ${object} took too long to store.`)
  }

  async function clear(left: readonly { object: string }[], isStopping: () => boolean = () => false) {
    for (const { object } of left) {
      if (isStopping()) return
      await store.remove(object)
      await db.write.deleteFrom('picture_leftover').where('object', '=', object).execute()
    }
  }

  async function clearDue(isStopping: () => boolean): Promise<void> {
    const due = await db.read
      .selectFrom('picture_leftover')
      .select('object')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(clearedAtOnce)
      .execute()
    await clear(due, isStopping)
  }

  async function carryOver(isStopping: () => boolean): Promise<void> {
    while (!isStopping()) {
      const rows = await db.read
        .selectFrom('picture_file')
        .select(['name', 'bytes'])
        .where('bytes', 'is not', null)
        .limit(carriedAtOnce)
        .execute()
      if (rows.length === 0) return
      const files = rows.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]))
      for (const { name, object } of await upload(files)) {
        await db.transaction(async (tx) => {
          const { numUpdatedRows } = await tx
            .updateTable('picture_file')
            .set({ bytes: null, object })
            .where('name', '=', name)
            .where('bytes', 'is not', null)
            .executeTakeFirstOrThrow()
          if (numUpdatedRows > 0n) await keepObject(tx, object)
        })
      }
    }
  }

  return {
    ...createPicturesInDatabase({ db, clock }),

    put: (files) =>
      orUnavailable(async () => {
        const uploaded = await upload(files)
        await db.transaction(async (tx) => {
          // Two callers that put the same new file would otherwise both find no row, and the object of one caller would
          // be forgotten.
          for (const base of new Set(uploaded.map((one) => one.base)))
            await sql`select pg_advisory_xact_lock(hashtext(${base}))`.execute(tx)
          for (const { name, base, object } of uploaded) {
            const before = tx.selectFrom('picture_file').select('object').where('name', '=', name)
            const left = (await before.forUpdate().executeTakeFirst())?.object
            const row = { bytes: null, object, stored_at: clock.now() }
            await tx
              .insertInto('picture_file')
              .values({ name, base, ...row })
              .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
              .execute()
            await keepObject(tx, object)
            if (left) await noteLeftovers(tx, [{ object: left }], leftoverDue())
          }
        })
      }),

    get: (name) =>
      orUnavailable(async () => {
        const row = await db.read
          .selectFrom('picture_file')
          .select(['bytes', 'object'])
          .where('name', '=', name)
          .executeTakeFirst()
        if (!row?.object) return row?.bytes ?? null
        const bytes = await store.get(row.object)
        if (bytes === null)
          throw new ObjectStoreFault(`S3 has no object ${row.object}, which a picture needs.`)
        return bytes
      }),

    async remove(base, only) {
      const left = await db.transaction(async (tx) => {
        const removed = await removeRows(tx, base, only)
        await noteLeftovers(tx, removed, clock.now())
        return removed
      })
      await clear(left).catch((err: unknown) => log.error({ err }, 'a picture will be removed from S3 later'))
    },

    async settle(isStopping) {
      await clearDue(isStopping)
      await carryOver(isStopping)
    },
  }
}
