import { statSync } from 'node:fs'
import path from 'node:path'
import { compact } from '../server/db/free-pages.ts'
import { script } from './backup/manifest.ts'
import { asStop, entriesInWords, withServices } from './with-services.ts'

const usage = `Usage: npm run forget -- ADDRESS [ENTRY ...] [--force]

Erases a person: what was paid stays as a sum without a name. ADDRESS is an email address, or a phone number of somebody
who gave none. Of somebody whom another person named it can also be the name, or the number of the order or the seat. Other
people's entries that may mean them are listed; add those that do. It is refused while a seat, an order or money of theirs is
under way; with --force the rest goes. Nothing brings it back but a backup. The server may go on meanwhile. Set the same
variables as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

/** A larger file would take seconds, during which the server cannot write. */
const bytesMax = 200 * 1024 * 1024

await script(usage, forget, { mayForce: true, takesMore: true })

async function forget(who: string, isForced: boolean, records: string[]): Promise<void> {
  await withServices(async ({ personData, deps: { db, config } }) => {
    const entries = entriesInWords(await personData.find(who).catch(asStop()), records)
    const { erased, stays } = await personData
      .erase({ who, records, keepsLive: isForced }, null)
      .catch(
        asStop((code) =>
          code === 'in_use' ? '\nWith --force the rest goes now, and this stays.' : `\n${entries}`,
        ),
      )
    const lines = ['', 'Erased', ...erased.map(({ what, count }) => `  ${what}: ${count}`)]
    lines.push('', 'Kept', ...stays.map((one) => `  ${one}`))
    if (config.databaseUrl === null) {
      if (statSync(path.join(config.dataDir, 'malar.db')).size <= bytesMax) await compact(db)
      else lines.push('', 'The database is large. Stop the server and run VACUUM on it.')
    }
    process.stdout.write(`${lines.join('\n')}\n${entries}`)
  })
}
