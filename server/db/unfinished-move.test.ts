import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { refuseUnfinishedMove, unfinishedMoveTable } from './unfinished-move.ts'

onEachDatabase('a move that was broken off', emptyDatabase, ({ db }) => {
  test('is found by its table, though it is empty', async () => {
    await refuseUnfinishedMove(db)
    await sql`create table ${sql.table(unfinishedMoveTable)} (x integer)`.execute(db.write)
    await expect(refuseUnfinishedMove(db)).rejects.toThrow('The database holds a part of a school alone')
    await db.write.schema.dropTable(unfinishedMoveTable).execute()
    await refuseUnfinishedMove(db)
  })

  test('is not ruled out by a database that does not answer', async () => {
    await db.close()
    await expect(refuseUnfinishedMove(db)).rejects.toThrow('The database is closed')
  })
})
