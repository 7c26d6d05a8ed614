// @ts-check
// Runs on Node 20.19 with nothing installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** An expected failure. A script prints its message without a stack, and ends with exit code 1. */
export class Stop extends Error {}

/**
 * Runs a script's body. A `Stop` prints its message and ends with exit code 1.
 * @param {() => Promise<number | void>} body returns the exit code, or nothing if the process shall go on
 */
export async function script(body) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  try {
    if (major < 20 || (major === 20 && minor < 19))
      throw new Stop(
        `Malar needs Node 20.19 or later, and this is Node ${process.versions.node}. Install a later version.`,
      )
    process.chdir(root)
    const code = await body()
    if (typeof code === 'number') process.exit(code)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutSeconds?: number,
 * onStart?: (pid: number) => void }} RunOptions
 */

/** Tells a program whether to print colours, because its output goes through our pipe instead of the terminal. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** Exit codes of a process that a signal ended, the same as in shells. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/**
 * Runs a program to its end, without standard input. If this process is stopped, it stops the program too. The code is
 * 127 if the program could not be started.
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions & { show?: boolean }} [options] show: also print its output as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, {
      cwd: options.cwd ?? root,
      env: { ...colours, ...(options.env ?? process.env) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Windows starts .cmd files only through its shell.
      shell: process.platform === 'win32' && file.endsWith('.cmd'),
      ...(options.timeoutSeconds ? { timeout: options.timeoutSeconds * 1000 } : {}),
    })
    if (child.pid) options.onStart?.(child.pid)
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]))
      from.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text
        if (options.show) to.write(text)
      })
    // A stopped process waits for the program's end, because npm ends slowly and would still write without our lock.
    let stopped = 0
    const stops = Object.entries(signalCodes).map(([signal, code]) => {
      const stop = () => {
        stopped = code
        child.kill(/** @type {NodeJS.Signals} */ (signal))
        setTimeout(() => child.kill('SIGKILL'), 3000).unref()
      }
      process.once(signal, stop)
      return () => process.off(signal, stop)
    })
    const end = (/** @type {number} */ code) => {
      for (const off of stops) off()
      if (stopped) process.exit(stopped)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += error.message
      end(127)
    })
    child.once('close', (code) => end(code ?? 1))
    // A process that the program left behind may hold the pipes open, so two seconds after its exit are enough.
    child.once('exit', (code) => setTimeout(() => end(code ?? 1), 2000).unref())
  })
}

/**
 * Starts a program that keeps running, such as the server. Passes signals on to it, and ends with its exit code.
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function handOver(file, args, env) {
  const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' })
  for (const signal of /** @type {NodeJS.Signals[]} */ (Object.keys(signalCodes)))
    process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    console.error(`Could not start ${file}: ${error.message}.`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    const known = /** @type {Record<string, number>} */ (signalCodes)
    process.exit(code ?? known[signal ?? ''] ?? 1)
  })
}

/**
 * Finds the npm that runs this script, or the npm on the path. The Node in node_modules does not run npm, because an
 * installation replaces that Node.
 * @returns {[file: string, args: string[]]}
 */
export function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && node && basename(cli) === 'npm-cli.js' && existsSync(cli) && existsSync(node))
    return [node, [cli]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Finds the script file of a package's command, to run it on a Node of our choice. The files in `.bin` choose a Node
 * themselves, and on Windows they are shell scripts.
 * @param {string} name the package
 * @param {string} file its command's file
 */
export function tool(name, file) {
  return join(root, 'node_modules', name, file)
}

/**
 * Copies this process's environment, with the given Node and the project's tools first on the path.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function withNode(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}
