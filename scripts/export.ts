import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { script } from './script.ts'
import { asStop, entriesInWords, withServices } from './with-services.ts'

const usage = `Usage: npm run export -- ADDRESS [ENTRY ...]

Writes everything that is kept about a person into a new folder in DATA_DIR, as data.json, and as page.html to read and
print. ADDRESS is an e-mail address, or a phone number if the person gave no e-mail address. If someone else named the
person, ADDRESS can also be the name, or the number of the order or seat. The command lists other people’s entries that may
be about this person. If an entry is about this person, run the command again with it as ENTRY. The server can keep running.
Set the same variables as for the server (DATA_DIR, DATABASE_URL, AUTH_SECRET).
`

await script(
  usage,
  (who, _, records) =>
    withServices(async ({ personData, deps }) => {
      const entries = entriesInWords(await personData.find(who).catch(asStop()), records)
      const { data, page } = await personData
        .export({ who, records }, null)
        .catch(asStop(() => `\n${entries}`))
      // The folder's name does not reveal whose data it holds.
      const folder = path.join(
        path.resolve(deps.config.dataDir),
        `export-${deps.clock.now().replace(/[:.]/g, '-')}`,
      )
      await mkdir(folder, { mode: 0o700 })
      await writeFile(path.join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`)
      await writeFile(path.join(folder, 'page.html'), page)
      process.stdout.write(
        `\nEverything that is kept about this person is in\n\n  ${folder}\n\nGive it to them, then delete the folder.\n${entries}`,
      )
    }),
  { takesMore: true },
)
