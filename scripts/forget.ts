import { statSync } from 'node:fs'
import path from 'node:path'
import { compact } from '../server/db/free-pages.ts'
import { script } from './script.ts'
import { asStop, entriesInWords, withServices } from './with-services.ts'

const usage = `Usage: npm run forget -- ADDRESS [ENTRY ...] [--force]

Erases a person’s data. Their payments stay as amounts without a name. ADDRESS is an e-mail address, or a phone number if the
person gave no e-mail address. If someone else named the person, ADDRESS can also be the name, or the number of the order or
seat. The command lists other people’s entries that may be about this person. If an entry is about this person, run the
command again with it as ENTRY. The command refuses while the person has a seat, an order or a payment in progress. With
--force, it erases everything except those. Only a backup can restore what is erased. The server can keep running. Set the
same variables as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

/** Compacting a larger file would take seconds, during which the server cannot write. */
const bytesMax = 200 * 1024 * 1024

await script(usage, forget, { mayForce: true, takesMore: true })

async function forget(who: string, isForced: boolean, records: string[]): Promise<void> {
  await withServices(async ({ personData, deps: { db, config } }) => {
    const entries = entriesInWords(await personData.find(who).catch(asStop()), records)
    const { erased, stays } = await personData
      .erase({ who, records, keepsLive: isForced }, null)
      .catch(
        asStop((code) =>
          code === 'in_use' ? '\nTo keep this and erase everything else now, add --force.' : `\n${entries}`,
        ),
      )
    const lines = ['', 'Erased', ...erased.map(({ what, count }) => `  ${what}: ${count}`)]
    lines.push('', 'Kept', ...stays.map((one) => `  ${one}`))
    if (config.databaseUrl === null) {
      if (statSync(path.join(config.dataDir, 'malar.db')).size <= bytesMax) await compact(db)
      else
        lines.push(
          '',
          'The database is large, so its file may still contain erased data. Stop the server and run VACUUM on it.',
        )
    }
    process.stdout.write(`${lines.join('\n')}\n${entries}`)
  })
}
