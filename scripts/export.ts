import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '../contract/errors.ts'
import { Stop, script } from './backup/manifest.ts'
import { withServices } from './with-services.ts'

const usage = `Usage: npm run export -- ADDRESS

Writes everything that is kept of a person into a new folder in DATA_DIR: data.json, and page.html to read and print.
ADDRESS is an e-mail address, or a phone number of somebody who gave none. The server may go on meanwhile. Set the
same variables as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

await script(usage, (who) =>
  withServices(async ({ peopleData, deps }) => {
    const { data, page } = await peopleData.export(who, null).catch(asStop)
    // The name says nothing of whom it is about.
    const folder = path.join(
      path.resolve(deps.config.dataDir),
      `export-${deps.clock.now().replace(/[:.]/g, '-')}`,
    )
    await mkdir(folder, { mode: 0o700 })
    await writeFile(path.join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`)
    await writeFile(path.join(folder, 'page.html'), page)
    process.stdout.write(
      `\nEverything that is kept of them is in\n\n  ${folder}\n\nHand it out, then delete the folder.\n`,
    )
  }),
)

function asStop(error: unknown): never {
  throw error instanceof DomainError ? new Stop(error.message) : error
}
