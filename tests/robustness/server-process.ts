import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AdminClass, ClassInput } from '../../contract/catalogue/courses.ts'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { sitePictureSettings } from '../../server/db/settings.ts'
import { type Engine, startApp, type TestApp } from '../harness/app.ts'
import { compileCache } from '../harness/run-script.ts'
import { addCourse } from '../harness/seats.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A school's data that server processes can serve; no process has the data open. */
export interface School {
  folder: string
  where: { file: string } | { url: string }
  /** The environment of a server that serves this school. */
  env: Record<string, string>
  courses: AdminClass[]
  /** Opens the school's database for reading, also while a server runs. */
  open(): Promise<Database>
  remove(): void
}

export const owner = { email: 'owner@malar.example', password: 'a password of tests' }

/** Makes a school whose courses have a batch in the year 2999, so that the real clock of a process does not matter. */
export async function makeSchool(
  engine: Engine,
  courses: Partial<ClassInput>[],
  {
    databaseUrl,
    fill,
  }: {
    /** An empty PostgreSQL database for the school. By default, the test run's cluster provides the database. */
    databaseUrl?: string
    /** Adds more records to the school. */
    fill?: (app: TestApp) => Promise<void>
  } = {},
): Promise<School> {
  const app = await startApp({ engine, ...(databaseUrl ? { databaseUrl } : {}) })
  const made: AdminClass[] = []
  for (const course of courses) made.push(await addCourse(app, { nextbatch: '2999-01-01', ...course }))
  await fill?.(app)
  // A server that finds this setting at its start copies no pictures for the site.
  await app.db.write
    .insertInto('setting')
    .values({ name: sitePictureSettings.hero, value: '[]', updated_at: app.deps.clock.now() })
    .execute()
  await app.app.http.close()
  await app.db.close()
  const { folder, where } = app
  return {
    folder,
    where,
    env: {
      DATA_DIR: folder,
      AUTH_SECRET: 'a secret for tests, and for nothing else at all',
      DEMO: '0',
      PAYMENT_PROVIDER: 'simulator',
      ALLOW_SIMULATED_PAYMENTS: '1',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      RATE_LIMIT_FACTOR: '1000000',
      ...('url' in where ? { DATABASE_URL: where.url } : {}),
    },
    courses: made,
    open: () => openDatabase(where),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningProcess {
  pid: number
  kill(signal: NodeJS.Signals): void
  exited: Promise<Exit>
  /** The text that the process has printed so far. */
  output: { stdout: string; stderr: string }
  /** Waits for the first line of standard output that matches. Fails if the process ends without a matching line. */
  line(pattern: RegExp): Promise<RegExpExecArray>
}

export interface ServerProcess extends RunningProcess {
  url: string
  /** The time in ms from the start of the process until the server listened. */
  startMs: number
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a program in the project's folder. The program gets only these environment variables, PATH and the cache of
 * compiled code.
 */
export function startProcess(
  command: string,
  args: string[],
  env: Record<string, string>,
  cwd = root,
): RunningProcess {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env['HOME'] ?? '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  let hasEnded = false
  const tell = () => {
    for (const wake of waiting) wake()
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.stdout += `${line}\n`
    tell()
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true
      running.delete(child)
      resolve({ code, signal })
      tell()
    })
  })
  return {
    pid: child.pid as number,
    kill: (signal) => {
      child.kill(signal)
    },
    exited,
    output,
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output.stdout)
        if (found) return found
        if (hasEnded) throw new Error(`It ended without ${pattern}:\n${output.stdout}${output.stderr}`)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
  }
}

const listening = /Server listening at (http:\/\/[\w.:[\]]+)/

/** Starts `server/main.ts` on a free port, and waits until the server listens. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const began = performance.now()
  const child = startMain(env)
  const [, url = ''] = await child.line(listening)
  return { ...child, url, startMs: performance.now() - began }
}

/** Starts `server/main.ts` without waiting for it; `descriptors` is the number of files that the process may open. */
export function startMain(
  env: Record<string, string>,
  { descriptors }: { descriptors?: number } = {},
): RunningProcess {
  const variables = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env }
  if (descriptors === undefined) return startProcess(process.execPath, ['server/main.ts'], variables)
  const limited = `ulimit -n ${descriptors} && exec "$0" server/main.ts`
  return startProcess('sh', ['-c', limited, process.execPath], variables)
}

/** Starts a server by `npm start`, and waits until the server listens. */
export async function startByNpm(env: Record<string, string>): Promise<ServerProcess> {
  const began = performance.now()
  const child = startProcess('npm', ['start'], { HOST: '127.0.0.1', PORT: '0', ...env })
  const [, url = ''] = await child.line(listening)
  return { ...child, url, startMs: performance.now() - began }
}

/** Makes an empty folder, which the caller removes. */
export function scratchFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'malar-robust-'))
}
