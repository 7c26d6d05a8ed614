import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { memoryBounds } from '../server/platform/memory.ts'
import type { ReadingOrder } from './children/reading.ts'

const production = { NODE_ENV: 'production', HOST: '127.0.0.1', RATE_LIMIT_FACTOR: '1000000000' }

const reportCpu = pathToFileURL(path.join(import.meta.dirname, 'children/report-cpu.mjs')).href

export type StartedServer = Awaited<ReturnType<typeof startServer>>

/** Starts the real server like `npm start` after the build, and waits for its first page. */
export async function startServer(env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  // The server cannot take the flags by itself here: it would lose the channel to this process.
  const flags = [...memoryBounds.flags, '--import', reportCpu]
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    env: { ...process.env, ...production, ...memoryBounds.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const measured = measuredUntilItsEnd(child)
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  while ((await statusOf(url)) !== 200) {
    if (child.exitCode !== null) throw new Error(`The server ended while it started:\n${complaints}`)
    await delay(5)
  }
  return { ...measured, url, pid: child.pid ?? 0, startMs: performance.now() - startedAt }
}

/** Starts a program of `bench/children/`. It answers each message by one message. */
export function startChild(name: string) {
  const child = fork(path.join(import.meta.dirname, 'children', name), {
    execArgv: ['--import', reportCpu],
    env: { ...process.env, ...production },
    serialization: 'advanced',
  })
  return {
    ...measuredUntilItsEnd(child),
    async ask<T>(message: unknown) {
      const answered = once(child, 'message')
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`bench/children/${name} ended with code ${code}`)
      })
      child.send(message as object)
      const [answer] = await Promise.race([answered, ended])
      return answer as T
    },
  }
}

function measuredUntilItsEnd(child: ChildProcess) {
  child.setMaxListeners(0)
  children.add(child)
  child.once('exit', () => children.delete(child))
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

/** Requests in one second of the server's processor time, so that other work of the machine does not count. */
export async function loadPerCpu(
  server: Pick<StartedServer, 'cpuSeconds'>,
  url: string,
  order: Pick<ReadingOrder, 'headers'> & { requests: number },
): Promise<number> {
  const before = await server.cpuSeconds()
  await read({ url, ...order })
  return order.requests / ((await server.cpuSeconds()) - before)
}

export async function load(
  url: string,
  order: Pick<ReadingOrder, 'headers' | 'pauseMs'> & { ms: number },
): Promise<number> {
  return ((await read({ url, ...order })) * 1000) / order.ms
}

async function read(order: ReadingOrder): Promise<number> {
  await using reading = startChild('reading.ts')
  return await reading.ask<number>(order)
}

/** The folder is deleted with its block. */
export const temporaryFolder = () => mkdtempDisposableSync(path.join(tmpdir(), 'malar-bench-'))

export function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', () => resolve(0))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
