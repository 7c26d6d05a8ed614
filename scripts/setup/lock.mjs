// @ts-check
// Runs on Node 20.19 with nothing installed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, Stop } from './command.mjs'

const folder = join(root, '.cache')
const file = join(folder, 'setup.lock')
const beatSeconds = 5

/**
 * Lets one process at a time install or build in this folder; the others wait. If the process with the lock was killed,
 * the next process takes the lock over. It first waits for the programs that the killed process started, because npm
 * continues without its parent.
 * @template T
 * @param {(note: (pid: number) => void) => Promise<T>} work note() adds a started program to the lock
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  const token = `${process.pid}-${Date.now()}`
  const write = (/** @type {number[]} */ pids, /** @type {'wx' | 'w'} */ flag) =>
    writeFileSync(file, JSON.stringify({ token, host: hostname(), pids }), { flag })
  let told = false
  for (;;) {
    try {
      mkdirSync(folder, { recursive: true })
      write([process.pid], 'wx')
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST')
        throw new Stop(`Can’t write to ${folder} (${/** @type {Error} */ (error).message}).`)
    }
    if (takeOverIfLeft()) continue
    if (!told) console.log('Another command is already installing or building. Waiting for it to finish …')
    told = true
    await pause(200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), beatSeconds * 1000)
  try {
    return await work((pid) => write([process.pid, pid], 'w'))
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/** Removes a lock that nobody holds. The file is renamed first, so that only one of two processes removes it. */
function takeOverIfLeft() {
  const seen = read(file)
  if (!seen || !isLeft(seen)) return seen === undefined
  const taken = `${file}.${process.pid}`
  try {
    renameSync(file, taken)
  } catch {
    return true
  }
  // Another process took the lock over just before the renaming, so its lock is put back.
  if (read(taken)?.token === seen.token) rmSync(taken, { force: true })
  else renameSync(taken, file)
  return true
}

/** @typedef {{ token: string, host: string, pids: number[], ageSeconds: number }} Held */

/**
 * @param {string} path
 * @returns {Held | undefined} undefined if there is no such file
 */
function read(path) {
  let ageSeconds = 0
  try {
    ageSeconds = (Date.now() - statSync(path).mtimeMs) / 1000
  } catch {
    return undefined
  }
  try {
    return { ...JSON.parse(readFileSync(path, 'utf8')), ageSeconds }
  } catch {
    // The file is being written, or a power failure cut it short. The file's age decides if anybody holds the lock.
    return { token: '', host: '', pids: [], ageSeconds }
  }
}

/** @param {Held} held */
function isLeft({ host, pids, ageSeconds }) {
  // Process ids of another machine or container that shares this folder mean nothing here, so the lock's age decides.
  if (host !== hostname()) return ageSeconds > 6 * beatSeconds
  return !pids.some(isAlive) || ageSeconds > 1800
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
