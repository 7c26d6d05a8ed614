import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { memoryBounds } from '../server/platform/memory.ts'
import type * as calling from './children/calling.ts'
import type * as reading from './children/reading.ts'

const production = { NODE_ENV: 'production', HOST: '127.0.0.1', RATE_LIMIT_FACTOR: '1000000000' }
const children = path.join(import.meta.dirname, 'children')
const reportCpu = ['--import', path.join(children, 'report-cpu.mjs')]

export type StartedServer = Awaited<ReturnType<typeof startServer>>

/** Starts the real server like `npm start` after the build, and waits for its first page. */
export async function startServer(env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  // The flags are given here, because a server that restarts itself with them would lose the channel to this process.
  const child = spawn(process.execPath, [...memoryBounds.flags, ...reportCpu, 'server/main.ts'], {
    env: { ...process.env, ...production, ...memoryBounds.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const measured = measuredUntilItsEnd(child)
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const isUp = async () => (await fetch(url, { headers: { connection: 'close' } })).status === 200
  while (!(await isUp().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`The server ended while it started:\n${complaints}`)
    await delay(5)
  }
  return { ...measured, url, pid: child.pid ?? 0, startMs: performance.now() - startedAt }
}

type Called<One> = One extends (...given: infer Given) => infer Answer
  ? { given: Given; answer: Awaited<Answer> }
  : never

/** Starts a process for a module of `bench/children/`, whose functions are then called there. */
export function startChild<Module>(file: string) {
  const child = fork(path.join(children, 'child.ts'), [file], {
    execArgv: reportCpu,
    env: { ...process.env, ...production },
    serialization: 'advanced',
  })
  return {
    ...measuredUntilItsEnd(child),
    async call<Name extends keyof Module>(
      name: Name,
      ...given: Called<Module[Name]>['given']
    ): Promise<Called<Module[Name]>['answer']> {
      const answered = once(child, 'message')
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`bench/children/${file} ended with code ${code}`)
      })
      child.send({ name, given })
      const [{ answer }] = await Promise.race([answered, ended])
      return answer
    },
  }
}

function measuredUntilItsEnd(child: ChildProcess) {
  child.setMaxListeners(0)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return {
    async cpuSeconds(): Promise<number> {
      const answered = once(child, 'message')
      child.send('cpu')
      const [{ cpu }] = (await answered) as [{ cpu: number }]
      return cpu / 1e6
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Returns the requests per second of the server's processor time, which other work on the machine does not change. */
export async function loadPerCpu(
  server: Pick<StartedServer, 'cpuSeconds'>,
  order: reading.ReadingOrder & { requests: number },
): Promise<number> {
  const before = await server.cpuSeconds()
  await read(order)
  return order.requests / ((await server.cpuSeconds()) - before)
}

export async function load(order: reading.ReadingOrder & { ms: number }): Promise<number> {
  return ((await read(order)) * 1000) / order.ms
}

async function read(order: reading.ReadingOrder): Promise<number> {
  await using readers = startChild<typeof reading>('reading.ts')
  return await readers.call('read', order)
}

/** Starts callers that send calls in turn; each sends its next call as soon as the last one is answered. */
export function startCallers(callers: number) {
  const child = startChild<typeof calling>('calling.ts')
  return {
    ...child,
    /** Returns the number of answers per second. @throws if an answer is not the expected one */
    async rate(calls: readonly calling.Call[], ms: number): Promise<number> {
      const order = { callers: Array.from({ length: callers }, () => calls), pauseMs: 0, ms }
      const began = performance.now()
      const counts = Object.values(await child.call('callFor', order))
      const seconds = (performance.now() - began) / 1000
      const bad = counts.find(({ refused, others }) => refused + others > 0)
      if (bad) throw new Error(`A call was not answered as it should be: ${bad.lastOther}`)
      return counts.reduce((sum, { done }) => sum + done, 0) / seconds
    },
  }
}

/** Makes a folder that is deleted at the end of the block that uses it. */
export const temporaryFolder = () => mkdtempDisposableSync(path.join(tmpdir(), 'malar-bench-'))

export function residentMegabytes(pid: number): number {
  // Starting `ps` for each reading would take more time than the measured work.
  if (process.platform === 'linux')
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
