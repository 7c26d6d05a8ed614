import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { chown, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A throw-away PostgreSQL cluster. */
export interface TestPostgres {
  /** The url of the maintenance database, for the superuser. */
  url: string
  /**
   * Makes a database and returns its url. If `template` is the url of an earlier database, the new database is a copy
   * of that database. Nobody may be connected to the earlier database.
   */
  createDatabase(options?: { template?: string }): Promise<string>
  /** Runs one statement as superuser: in the database of the url, by default in the maintenance database. */
  query(statement: string, databaseUrl?: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/**
 * The environment variable with the address of `postgres-starter.ts`, which starts the run's cluster on demand; or
 * `none`.
 */
export const STARTER_VARIABLE = 'MALAR_TEST_POSTGRES_STARTER'

/**
 * Returns the cluster of the test run, or starts a cluster if there is no test run. Null if this machine has no
 * PostgreSQL; the console then says so.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  const starter = process.env[STARTER_VARIABLE]
  if (!starter) return startOwnPostgres()
  if (starter === 'none') return null
  // The starter could close a kept connection at the moment of this request, so no connection is kept.
  const response = await fetch(starter, { headers: { connection: 'close' } })
  if (!response.ok) throw new Error(`The test cluster did not start: ${await response.text()}`)
  const { url } = (await response.json()) as { url: string | null }
  return url ? { url, ...operations(url), stop: async () => {} } : null
}

/**
 * Starts a new cluster; null if there is no PostgreSQL. If `isHasty`, the cluster does not wait for the disk and does
 * not vacuum, so it suits neither tests of durability nor measurements.
 */
export async function startOwnPostgres({ isHasty = false } = {}): Promise<TestPostgres | null> {
  return startCluster(
    async ({ bin, asUser, folder, data }) => {
      const initdb = ['--pgdata', data, '--no-sync', '--auth=trust', '--username=malar', `--locale=${locale}`]
      await run(join(bin, 'initdb'), initdb, { ...asUser, cwd: folder })
    },
    isHasty ? hasty : [],
  )
}

/** The locale that the guide recommends; macOS has no C.UTF-8. */
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

const hasty = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']

/**
 * A folder in memory. A database has about a thousand files, which are copied twice as fast in memory and deleted at
 * once.
 */
const memory = '/dev/shm'
const memoryBytesMin = 4 * 1024 ** 3

async function placeOfHasty(): Promise<string> {
  const { bsize, bavail } = await statfs(memory).catch(() => ({ bsize: 0, bavail: 0 }))
  return bsize * bavail >= memoryBytesMin ? memory : tmpdir()
}

/** Starts a cluster that follows the cluster at `primaryUrl`, until `select pg_promote()` makes it a primary. */
export async function startStandby(primaryUrl: string): Promise<TestPostgres | null> {
  const host = socketFolder(primaryUrl)
  return startCluster(async ({ bin, asUser, folder, data }) => {
    const copy = ['--host', host, '--username=malar', '--pgdata', data, '--checkpoint=fast', '--no-sync']
    await run(join(bin, 'pg_basebackup'), [...copy, '--write-recovery-conf'], { ...asUser, cwd: folder })
  }, hasty)
}

/** Reads the folder of a test cluster's socket from a url that this file made. */
export function socketFolder(url: string): string {
  return new URL(url).searchParams.get('host') as string
}

interface Place {
  bin: string
  /** Options of a child process: the account that runs PostgreSQL. */
  asUser: { uid: number; gid: number } | null
  folder: string
  data: string
}

async function startCluster(
  fill: (place: Place) => Promise<void>,
  moreSettings: string[],
): Promise<TestPostgres | null> {
  const bin = (await findPostgres()) ?? (await installPostgres())
  if (!bin) {
    console.warn('\nNo PostgreSQL on this machine: the PostgreSQL half of the tests did NOT run.\n')
    return null
  }
  // The folder contains the socket too, whose path must be short (104 characters on macOS).
  const place = moreSettings === hasty ? await placeOfHasty() : tmpdir()
  const folder = await mkdtemp(join(await realpath(place), 'malar-pg-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    const asUser = await unprivilegedUser()
    if (asUser) await chown(folder, asUser.uid, asUser.gid)
    const data = join(folder, 'data')
    await fill({ bin, asUser, folder, data })

    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${folder}`,
      'max_connections=200',
      ...moreSettings,
    ]
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...asUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const endWithProcess = () => {
      server.kill('SIGQUIT')
      removeFolder()
    }
    process.once('exit', endWithProcess)
    await untilReady(server)
    const url = `postgres://malar@localhost/postgres?host=${encodeURIComponent(folder)}`
    return {
      url,
      ...operations(url),
      async stop() {
        if (server.exitCode === null) {
          const exited = new Promise((resolve) => server.once('exit', resolve))
          server.kill('SIGQUIT') // at once, without a last checkpoint: nobody reads the data again
          await exited
        }
        removeFolder()
        process.off('exit', endWithProcess)
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Waits until the server is ready, and reads its log to the end so that the pipe never fills. Fails with the log if the
 * server gives up.
 */
async function untilReady(server: ChildProcess): Promise<void> {
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      if (lines.length < 50) lines.push(line)
      if (line.includes('ready to accept')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)))
  })
}

function operations(url: string): Pick<TestPostgres, 'createDatabase' | 'query'> {
  const query: TestPostgres['query'] = async (statement, databaseUrl = url) => {
    const at = new URL(url)
    at.pathname = new URL(databaseUrl).pathname
    const client = new pg.Client(at.href)
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    query,
    async createDatabase({ template } = {}) {
      const name = `test_${randomBytes(6).toString('hex')}`
      const from = template ? new URL(template).pathname.slice(1) : 'template1'
      // Copying the files takes a tenth of the time of copying through the write-ahead log.
      await query(`create database ${name} template ${from} strategy file_copy`)
      const created = new URL(url)
      created.pathname = name
      return created.href
    },
  }
}

/** Finds the folder of the programs initdb and postgres. */
async function findPostgres(): Promise<string | null> {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? await readdir(debian) : []
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...newestFirst]) {
    const initdb = join(folder, 'initdb')
    if (!existsSync(initdb)) continue
    const bin = dirname(await realpath(initdb))
    if (existsSync(join(bin, 'postgres'))) return bin
  }
  return null
}

async function installPostgres(): Promise<string | null> {
  await installPackage('postgresql')
  return findPostgres()
}

/** Installs Debian's package if this account may. The console announces the installation, and says why if it fails. */
export async function installPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.info(`Installing ${name} for the tests (apt-get install ${name}) …`)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, timeout: 300_000 })
  } catch (error) {
    console.warn(`${name} could not be installed: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Finds the account that runs PostgreSQL or PgBouncer if this process is root, because both refuse to run as root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No account has this name, so the next name is tried.
    }
  }
  throw new Error('There is no user "postgres" or "nobody" that PostgreSQL could run as')
}
