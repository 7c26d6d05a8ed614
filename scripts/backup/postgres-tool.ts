import { spawn } from 'node:child_process'
import { Stop } from './manifest.ts'

/** Schemas that a forced restore moved aside; a backup leaves them out. */
export const schemaAsidePrefix = 'before_restore_'

/**
 * Runs one of PostgreSQL's client tools on a database. The password goes by the environment, because other users of the
 * machine can read a program's arguments.
 *
 * @throws Stop where the tool is missing or fails
 */
export async function runPostgresTool(tool: string, url: string, options: string[]): Promise<string> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(tool, [...options, `--dbname=${address.href}`], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaint = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', () => {
      reject(
        new Stop(
          `${tool} was not found: install PostgreSQL's client tools, of the server's version or newer (Debian: apt install postgresql-client).`,
        ),
      )
    })
  })
  if (code !== 0) throw new Stop(`${tool} failed: ${complaint.trim() || `exit code ${code}`}`)
  return output
}
