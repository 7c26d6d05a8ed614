import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Config, readConfig } from '../server/config.ts'
import { backupSetting } from '../server/db/settings.ts'
import { backUp } from '../server/platform/backup/back-up.ts'
import { Stop } from '../server/platform/backup/manifest.ts'
import { withClient } from '../server/platform/backup/postgres-tool.ts'
import { script } from './script.ts'

const usage = `Usage: npm run backup -- FOLDER

Copies the database, the uploaded pictures and the secret into FOLDER, which must not exist yet. The server can keep
running. Set the same variables as for the server (DATA_DIR, DATABASE_URL, PICTURE_STORE and those that begin with S3_).
`

await script(usage, async (given) => {
  const config = readConfig(process.env)
  const target = path.resolve(given)
  const { names, why } = await backUp(config, target, {
    madeAt: new Date().toISOString(),
    say: (text) => process.stdout.write(`${text}\n`),
  })
  process.stdout.write(`The backup is in ${target}.\n`)
  await noteBackup(config)
  // Everything else has been saved. The exit code says that some files are missing.
  if (names.length > 0) {
    throw new Stop(`Pictures missing from the backup: ${names.length}, for example ${names[0]}. ${why}`)
  }
})

/**
 * Stores the time of the backup, so that the back office can show it. The backup does not fail if the database cannot
 * be written, such as the database of a standby server.
 */
async function noteBackup({ databaseUrl, dataDir }: Config): Promise<void> {
  const now = new Date().toISOString()
  const upsert = (given: string) =>
    `insert into setting (name, value, updated_at) values (${given}) on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
  try {
    if (databaseUrl !== null) {
      await withClient(databaseUrl, (client) => client.query(upsert('$1, $2, $3'), [backupSetting, now, now]))
      return
    }
    using database = new DatabaseSync(path.join(dataDir, 'malar.db'), { timeout: 10_000 })
    database.prepare(upsert('?, ?, ?')).run(backupSetting, now, now)
  } catch {
    process.stdout.write(
      'The back office won’t show this backup, because the database can’t be written to.\n',
    )
  }
}
