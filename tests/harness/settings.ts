import type { TestApp } from './app.ts'

/** Stores settings of the school as staff do, by their names without `school.`. */
export async function storeSettings(app: TestApp, settings: Record<string, string>): Promise<void> {
  await app.db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(settings)) {
      const row = { name: `school.${name}`, value, updated_at: app.deps.clock.now() }
      await tx
        .insertInto('setting')
        .values(row)
        .onConflict((old) => old.column('name').doUpdateSet(row))
        .execute()
    }
    await app.db.changes.mark(tx, 'school')
  })
}
