import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chown, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { installPackage, unprivilegedUser } from './postgres.ts'

export interface TestPgbouncer {
  /** The url of the same database through the pooler. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode in front of a test cluster, with the settings of
 * `docs/guides/several-machines.md`. `host` is the folder of the cluster's socket, or a proxy. Null if PgBouncer can
 * neither be found nor installed; the console then says so.
 */
export async function startPgbouncer(where: { host: string; port: number }): Promise<TestPgbouncer | null> {
  if (!find()) await installPackage('pgbouncer')
  const program = find()
  if (!program) {
    console.warn('\nNo PgBouncer on this machine: its tests did NOT run.\n')
    return null
  }
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'malar-pgb-'))
  const user = await unprivilegedUser()
  if (user) await chown(folder, user.uid, user.gid)
  const users = join(folder, 'users.txt')
  await writeFile(users, '"malar" ""\n', { mode: 0o644 })
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${where.host} port=${where.port}
[pgbouncer]
pool_mode = transaction
server_login_retry = 1
default_pool_size = 6
listen_addr =
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${users}
admin_users = malar
`,
    { mode: 0o644 },
  )
  const child = spawn(program, [settings], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.length < 50) lines.push(line)
      if (line.includes('process up')) resolve()
    })
    void exited.then(() => reject(new Error(`PgBouncer did not start:\n${lines.join('\n')}`)))
  })
  return {
    urlOf: (database) =>
      `postgres://malar@localhost:6432${new URL(database).pathname}?host=${encodeURIComponent(folder)}`,
    async stop() {
      end()
      await exited
      process.off('exit', end)
    },
  }
}

function find(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}
