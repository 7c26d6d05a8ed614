import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endpoints } from '../contract/index.ts'
import { openApiDocument } from '../server/reports/api-document/openapi-document.ts'

// `[--check] [FILE]`: writes `docs/openapi.json`, or compares it and ends with 1 if it is stale.
const given = process.argv.slice(2).find((word) => !word.startsWith('--'))
const file = path.resolve(given ?? path.join(import.meta.dirname, '../docs/openapi.json'))
const name = path.basename(file)
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`${name} describes ${endpoints.length} endpoints.\n`)
} else if (!existsSync(file) || readFileSync(file, 'utf8').replace(/\r\n/g, '\n') !== text) {
  process.stderr.write(`${name} is stale: run "npm run openapi" and commit what it writes.\n`)
  process.exitCode = 1
}
