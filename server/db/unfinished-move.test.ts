import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/harness/app.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { refuseUnfinishedMove, unfinishedMoveTable } from './unfinished-move.ts'

onEachDatabase('an unfinished move of a school to another database', emptyDatabase, ({ db }) => {
  test('an unfinished move is recognised by its table, even if the table is empty', async () => {
    await refuseUnfinishedMove(db)
    await sql`create table ${sql.table(unfinishedMoveTable)} (x integer)`.execute(db.write)
    await expect(refuseUnfinishedMove(db)).rejects.toThrow('The database contains only part of a school')
    await db.write.schema.dropTable(unfinishedMoveTable).execute()
    await refuseUnfinishedMove(db)
  })

  test('the check for an unfinished move fails if the database does not respond', async () => {
    await db.close()
    await expect(refuseUnfinishedMove(db)).rejects.toThrow('The database is closed')
  })
})
