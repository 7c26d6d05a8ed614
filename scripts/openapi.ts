import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endpoints } from '../contract/index.ts'
import { openApiDocument } from '../server/reports/api-document/openapi-document.ts'

/** `[--check] [FILE]`: writes `docs/openapi.json`, or compares it and ends with 1 if it is stale. */
function main(): void {
  const given = process.argv.slice(2).find((word) => !word.startsWith('--'))
  const file = path.resolve(given ?? path.join(import.meta.dirname, '../docs/openapi.json'))
  const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`
  if (process.argv.includes('--check')) {
    if (currentText(file) === text) return
    process.stderr.write(
      `${path.basename(file)} is stale: run "npm run openapi" and commit what it writes.\n`,
    )
    process.exitCode = 1
    return
  }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`${path.basename(file)} describes ${endpoints.length} endpoints.\n`)
}

function currentText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/\r\n/g, '\n')
  } catch {
    return null
  }
}

if (import.meta.main) main()
