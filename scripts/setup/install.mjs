// @ts-check
// Runs on Node 20.19 with nothing installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, run, Stop } from './command.mjs'
import { withLock } from './lock.mjs'

/** Installs the packages of package-lock.json unless they are there. Throws `Stop` if that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(async (note) => {
    if (isInstalled()) return
    await progress('Installing packages', async () => {
      const [file, args] = npm()
      // Development packages build the pages, and the runtime is an optional package. Both kinds are named, because
      // NODE_ENV=production or a user's npm settings could leave them out. `--ignore-scripts` keeps packages from
      // running programs while they are installed.
      const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
      const { code, output } = await run(file, [...args, ...flags], { onStart: note })
      if (code === 0 && isInstalled()) return
      process.stderr.write(`\n${output.trim()}\n`)
      if (code === 127) throw new Stop('npm was not found. Install npm 10 or later, then start again.')
      throw new Stop('The packages couldn’t be installed. Fix what npm reported above, then start again.')
    })
  })
}

/**
 * Tells if every package of package-lock.json is installed in the right version, according to the list that npm writes
 * at the end of an installation. A package that does not fit this machine does not count as missing.
 */
function isInstalled() {
  const wanted = packages('package-lock.json')
  const present = packages('node_modules/.package-lock.json')
  if (!wanted) throw new Stop('package-lock.json is missing or broken. Restore it from the repository.')
  if (!present) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '' || ((optional || devOptional) && !present[path])) return true
    return present[path]?.version === version && existsSync(join(root, path, 'package.json'))
  })
}

/**
 * @param {string} path
 * @returns {Record<string, { version: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function packages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Prints the beginning, the progress and the end of a long step.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function progress(what, work) {
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
  console.log(`${what} …`)
  const tick = setInterval(() => console.log(`${what} … ${seconds()}`), 15_000)
  try {
    const result = await work()
    console.log(`${what}: done in ${seconds()}.`)
    return result
  } finally {
    clearInterval(tick)
  }
}
