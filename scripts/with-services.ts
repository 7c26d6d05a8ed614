import { existsSync } from 'node:fs'
import path from 'node:path'
import { DomainError } from '../contract/errors.ts'
import type { PersonFound } from '../contract/people/person-data.ts'
import { readConfig } from '../server/config.ts'
import { isUpToDate } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openDatabase } from '../server/db/open.ts'
import { createDeps } from '../server/deps.ts'
import { createServices, type Services } from '../server/domains/index.ts'
import { Stop } from '../server/platform/backup/manifest.ts'
import { createLogger } from '../server/platform/logger.ts'

/** Gives a script the server's services, even while the server runs. @throws Stop if there is no database */
export async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const file = path.join(config.dataDir, 'malar.db')
  if (config.databaseUrl === null && !existsSync(file)) {
    throw new Stop(`There’s no database at ${file}. Check DATA_DIR.`)
  }
  await using db = await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { file })
  if (!(await isUpToDate(db, migrations).catch(() => false))) {
    throw new Stop('The database is from another version of Malar. Start the server once, then try again.')
  }
  await work(createServices(createDeps(config, db, { log: createLogger('silent') })))
}

/**
 * Lists other people with the same number or name, and entries that may mention this person, except those in `named`.
 */
export function entriesInWords({ words, others }: PersonFound, named: readonly string[]): string {
  const lines: string[] = []
  if (others.length > 0) {
    lines.push('', 'These addresses share a phone number or name with this person, but are not included:')
    lines.push(...others.map(({ email, count }) => `  ${email}: ${count}`))
  }
  const rest = words.filter(({ record }) => record === null || !named.includes(record))
  if (rest.length > 0) {
    lines.push(
      '',
      'These entries by other people may be about this person. If any of them are, add them to the command:',
    )
    lines.push(
      ...rest.map(
        ({ where, text, record }) => `  ${record ?? '(edit it in the back office)'}  ${where}: ${text}`,
      ),
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

export const asStop =
  (more: (code: string) => string = () => '') =>
  (error: unknown): never => {
    throw error instanceof DomainError ? new Stop(error.message + more(error.code)) : error
  }
