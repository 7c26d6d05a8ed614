// @ts-check
// Runs on Node 20.19.
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, run, Stop } from './command.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * Installs what is missing and returns the Node to run Malar on: the Node that npm installed, or a Node of this machine
 * that is new enough. Points `node_modules/.bin/node` to it, which every npm script finds first on its path.
 * @returns {Promise<string>} its file; throws `Stop` when there is none
 */
export async function findRuntime() {
  await ensureInstalled()
  const installed = installedNodes()
  for (const file of installed)
    if (isThisProcess(file) || (await isNewEnough(file))) {
      link(file)
      return file
    }
  link(undefined)
  for (const file of [process.execPath, process.env.npm_node_execpath ?? 'node', 'node'])
    if (await isNewEnough(file)) return file
  throw new Stop(
    installed.length
      ? 'The Node 24 that comes with the packages can’t run on this machine. Install Node 24.7 or later, then start again.'
      : 'Malar needs Node 24.7 or later, which npm can’t install on this kind of machine. Install Node yourself, then start again.',
  )
}

/** @param {string} file */
export function isThisProcess(file) {
  return realpathSync(process.execPath) === realpathSync(file)
}

/** Lists the Nodes of the optional packages that npm installed because they fit this machine. */
function installedNodes() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(optionalDependencies)
    .filter((name) => name.startsWith('node-'))
    .map((name) =>
      join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    )
    .filter((file) => existsSync(file))
}

/** Tells if a Node is at least 24.7, which brought crypto.argon2. @param {string} file */
async function isNewEnough(file) {
  const { code, output } = await run(file, ['--version'], { timeoutSeconds: 20 })
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(output) ?? []
  return code === 0 && (Number(major) > 24 || (Number(major) === 24 && Number(minor) >= 7))
}

/** Points `.bin/node` at the given Node, or removes it if none runs. @param {string | undefined} file */
function link(file) {
  if (process.platform === 'win32') return
  const path = join(root, 'node_modules/.bin/node')
  try {
    if (file && existsSync(path) && realpathSync(path) === realpathSync(file)) return
    rmSync(path, { force: true })
    if (file) symlinkSync(relative(dirname(path), file), path)
  } catch {
    // The folder is read-only; this start does not need the link.
  }
}
