import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { backupSetting, writeSetting } from '../../db/settings.ts'

onEachEngine('facts about the server', {}, (app) => {
  const read = async (token: string | null) => app.http('GET', '/api/admin/machine', { token })

  test('visitors and managers cannot read the facts about the server', async () => {
    const manager = await signedIn(app, 'manager')
    expect([(await read(null)).status, (await read(manager.token)).status]).toEqual([401, 403])
  })

  test('an owner reads the versions and the time of the last backup', async () => {
    const { token } = await signedIn(app, 'owner')
    const database = app.db.engine === 'sqlite' ? 'embedded' : 'PostgreSQL'
    const facts = { node: process.versions.node, database }
    expect((await read(token)).body.data).toEqual({ ...facts, backupAt: null })
    const now = app.deps.clock.now()
    await app.db.transaction((tx) => writeSetting(tx, backupSetting, now, now))
    expect((await read(token)).body.data).toEqual({ ...facts, backupAt: now })
  })
})
