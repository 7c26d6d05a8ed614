// @ts-check
// Runs on Node 20.19.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, Stop, tool, withNode } from './command.mjs'
import { progress } from './install.mjs'
import { withLock } from './lock.mjs'

/** The file in a build's folder that says of which sources the build was made. */
const stamp = 'stamp.json'
const inputs = [
  'web',
  'contract',
  'drawings',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/pseudo-language.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Builds the pages into build/, unless it is complete and its sources are unchanged.
 * @param {string} node the Node to build with
 * @param {{ isPseudo?: boolean }} [options] isPseudo: builds in the pseudo-language of the tests, into .cache/pseudo/
 */
export async function ensureBuilt(node, { isPseudo = false } = {}) {
  const folder = isPseudo ? '.cache/pseudo' : 'build'
  if (isBuilt(folder)) return
  await withLock(async (note) => {
    if (isBuilt(folder)) return
    const made = digest(inputs)
    rmSync(join(root, folder, stamp), { force: true })
    await progress('Building the pages', async () => {
      const { code, output } = await run(node, [tool('@react-router/dev', 'bin.cjs'), 'build'], {
        env: withNode(node, { NODE_ENV: 'production', PSEUDO_LANGUAGE: isPseudo ? '1' : '' }),
        onStart: note,
      })
      if (code === 0) return
      process.stderr.write(`\n${output.trim()}\n`)
      throw new Stop('The pages couldn’t be built. The reason is above.')
    })
    const outputs = digest([folder])
    writeFileSync(join(root, folder, stamp), JSON.stringify({ inputs: made, outputs }))
  })
}

/** @param {string} folder */
function isBuilt(folder) {
  try {
    const kept = JSON.parse(readFileSync(join(root, folder, stamp), 'utf8'))
    return kept.inputs === digest(inputs) && kept.outputs === digest([folder])
  } catch {
    return false
  }
}

/**
 * Makes one hash of the names and bytes of all files under the given paths. It leaves out tests, pictures (their names
 * are hashes already) and the file that stores this hash.
 * @param {string[]} paths
 */
function digest(paths) {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ path) => {
    const full = join(root, path)
    const stat = statSync(full, { throwIfNoEntry: false })
    if (stat?.isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`)
    else if (stat && !path.endsWith(`/${stamp}`) && !/(\.test\.tsx?|\.avif)$/.test(path))
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
