import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { Stop } from './manifest.ts'

/** A forced restore renames the old schema with this prefix. A backup leaves such schemas out. */
export const schemaAsidePrefix = 'before_restore_'

/**
 * Runs one of PostgreSQL's client tools on a database, or only on files if `url` is null, and returns its output. The
 * password is passed in the environment, because other users of the machine can read a program's arguments.
 *
 * @throws Stop if the tool is missing or fails
 */
export async function runPostgresTool(tool: string, url: string | null, options: string[]): Promise<string> {
  const address = url === null ? null : new URL(url)
  const password = decodeURIComponent(address?.password ?? '')
  if (address) address.password = ''
  const on = address ? [`--dbname=${address.href}`] : []
  try {
    const { stdout } = await promisify(execFile)(tool, [...options, ...on], {
      // The tool gets the whole environment, because it needs PATH and PostgreSQL's own variables.
      // oxlint-disable-next-line eslint/no-restricted-properties
      env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
      maxBuffer: Number.POSITIVE_INFINITY,
    })
    return stdout
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') {
      throw new Stop(
        `${tool} was not found. Install PostgreSQL’s client tools in the server’s version or later (on Debian, apt install postgresql-client).`,
      )
    }
    throw new Stop(`${tool} failed: ${stderr.trim() || `exit code ${code}`}`)
  }
}

/** @throws Stop with PostgreSQL's error message */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw new Stop(`PostgreSQL reported an error: ${(error as Error).message}`)
  } finally {
    await client.end()
  }
}
