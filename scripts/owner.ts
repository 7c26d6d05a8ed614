import { existsSync } from 'node:fs'
import path from 'node:path'
import { email as emailRule } from '../contract/primitives.ts'
import { readConfig } from '../server/config.ts'
import { isUpToDate } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openDatabase } from '../server/db/open.ts'
import { createDeps } from '../server/deps.ts'
import { createServices } from '../server/domains/index.ts'
import { createLogger } from '../server/platform/logger.ts'
import { Stop, script } from './backup/manifest.ts'

const usage = `Usage: npm run owner -- ADDRESS

Makes an owner of this e-mail address, or lets the account that has it in again: as owner, with a new password that is
shown once, without a second factor, and signed out everywhere. The server may go on meanwhile. Set the same variables
as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

await script(usage, async (given) => {
  const address = emailRule().safeParse(given)
  if (!address.success) throw new Stop(`${given} is no e-mail address.`)
  const config = readConfig(process.env)
  const file = path.join(config.dataDir, 'malar.db')
  if (config.databaseUrl === null && !existsSync(file)) {
    throw new Stop(`There is no database at ${file}: is DATA_DIR right?`)
  }
  const db = await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { file })
  try {
    if (!(await isUpToDate(db, migrations).catch(() => false))) {
      throw new Stop('The database is not of this version: start the server once, then try again.')
    }
    const { ownerReset, school } = createServices(createDeps(config, db, { log: createLogger('silent') }))
    const { password, wasMade } = await ownerReset.reset(address.data)
    const { name } = await school.current()
    process.stdout.write(
      `${wordsOf({ address: address.data, password, wasMade, name, site: config.siteUrl })}\n`,
    )
  } finally {
    await db.close()
  }
})

function wordsOf(made: { address: string; password: string; wasMade: boolean; name: string; site: string }) {
  return `
${made.address} ${made.wasMade ? 'is an owner' : 'is let in again as owner'} of ${made.name}.

  address    ${made.site}/signin
  e-mail     ${made.address}
  password   ${made.password}

The password is shown this once. Sign in with it, set a second factor up, and choose a password of your own.${
    made.wasMade ? '' : '\nEverybody who was signed in to this account is signed out, and a letter says so.'
  }
`
}
