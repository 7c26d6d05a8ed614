import { statSync } from 'node:fs'
import { DomainError } from '../contract/errors.ts'
import { compact } from '../server/db/free-pages.ts'
import { Stop, script } from './backup/manifest.ts'
import { withServices } from './with-services.ts'

const usage = `Usage: npm run forget -- ADDRESS [--force]

Erases a person: what was paid stays as a sum without a name. ADDRESS is an e-mail address, or a phone number of somebody
who gave none. It is refused while a seat, an order or money of theirs is under way; with --force the rest goes. Nothing
brings it back but a backup. The server may go on meanwhile. Set the same variables as for the server (DATA_DIR,
DATABASE_URL, AUTH_SECRET).
`

/** A larger file takes seconds in which the server cannot write. */
const bytesMax = 200 * 1024 * 1024

await script(usage, forget, { mayForce: true })

async function forget(who: string, isForced: boolean): Promise<void> {
  await withServices(async ({ peopleData }, { db, databaseFile }) => {
    const found = await peopleData.find(who).catch(asStop)
    const { erased, stays } = await peopleData.erase({ who, keepsLive: isForced }, null).catch(asStop)
    const lines = ['', 'Erased', ...erased.map(({ what, count }) => `  ${what}: ${count}`)]
    lines.push('', 'Kept', ...stays.map((one) => `  ${one}`))
    if (found.others.length > 0) {
      lines.push('', 'The same phone number stands beside other addresses, which are left as they are')
      lines.push(...found.others.map(({ email, count }) => `  ${email}: ${count}`))
    }
    if (found.words.length > 0) {
      lines.push('', 'Written by hand: please look whether they mean this person')
      lines.push(...found.words.map(({ where, text }) => `  ${where}: ${text}`))
    }
    if (databaseFile !== null && statSync(databaseFile).size <= bytesMax) await compact(db)
    else if (databaseFile !== null) {
      lines.push('', 'The database is large: run VACUUM on it when the server is stopped.')
    }
    process.stdout.write(`${lines.join('\n')}\n`)
  })
}

function asStop(error: unknown): never {
  if (!(error instanceof DomainError)) throw error
  const way = error.code === 'in_use' ? '\nWith --force the rest goes now, and this stays.' : ''
  throw new Stop(error.message + way)
}
