// @ts-check
// Part of `npm run check`: proves that every package of package-lock.json has an allowed licence and a checksum, and
// runs no program of its own while it is installed.
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Licences that only require that their text and the author's name are kept. OFL is for fonts. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

const exceptions = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a separate library file, which can be replaced',
  },
  { name: /^lightningcss(-|$)/, licence: 'MPL-2.0', reason: 'a build tool, used unchanged' },
  { name: /^(axe-core|ical\.js)$/, licence: 'MPL-2.0', reason: 'a test tool, used unchanged' },
  {
    name: /^argparse$/,
    licence: 'PSF-2.0',
    reason:
      'requires no more than BSD does, and only markdown-it’s command line uses it, which nothing here runs',
  },
  { name: /^mdn-data$/, licence: 'CC0-1.0', reason: 'data in the public domain, which jsdom reads in tests' },
  { name: /^caniuse-lite$/, licence: 'CC-BY-4.0', reason: 'data that the build reads but does not pass on' },
]

/** Packages that work without their install script, and why. `.npmrc` lets no install script run. */
const scriptsNotRun = new Map([['@swc/core', 'it only checks that the binary beside it can be loaded']])

/**
 * @typedef {{ name?: string, version?: string, license?: unknown, resolved?: string, integrity?: string,
 *   link?: boolean, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string[], cpu?: string[],
 *   hasInstallScript?: boolean }} Entry
 * @typedef {{ license?: unknown, licenses?: unknown, scripts?: Record<string, string> }} Manifest
 */

/**
 * Lists the faults of all packages, one message each.
 * @param {Record<string, Entry>} entries `packages` of a lock file
 * @param {(path: string) => Manifest | undefined} readManifest the installed package.json; undefined if missing
 */
export function faultsOf(entries, readManifest) {
  /** @type {string[]} */
  const faults = []
  for (const [path, entry] of Object.entries(entries)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const add = (/** @type {string} */ fault) => faults.push(`${name}@${entry.version}: ${fault}`)
    const manifest = readManifest(path)

    if (entry.resolved || entry.link) {
      add('comes from its own address. Install it from the registry, by name and version.')
    }
    // A registry may lack development packages for other kinds of machines, so only these may have no checksum.
    const isForOthers = entry.optional && (entry.dev || entry.devOptional) && (entry.os ?? entry.cpu)
    if (!entry.integrity && !isForOthers)
      add('has no integrity value in package-lock.json. Run "npm run lock".')

    const licence = manifest ? (manifest.license ?? manifest.licenses) : entry.license
    if (!mayUse(name, licence)) {
      const fault = licence === undefined ? 'names no licence' : `has the licence ${JSON.stringify(licence)}`
      add(
        `${fault}. Choose another package, or add an exception with its reason to scripts/check-packages.mjs.`,
      )
    }
    const hasScript = ['preinstall', 'install', 'postinstall'].some((one) => manifest?.scripts?.[one])
    if ((entry.hasInstallScript || hasScript) && !scriptsNotRun.has(name)) {
      add(
        'has an install script, which is not run. Check that the package works without it, then add it to scripts/check-packages.mjs.',
      )
    }
  }
  return faults
}

/**
 * @param {string} name
 * @param {unknown} licence an SPDX expression
 */
function mayUse(name, licence) {
  if (typeof licence !== 'string') return false
  const may = (/** @type {string} */ one) =>
    allowed.has(one) || exceptions.some((exception) => exception.name.test(name) && exception.licence === one)
  const words = licence.replace(/^\((.*)\)$/, '$1')
  // A nested expression is refused, so that a person judges it.
  if (/[()]/.test(words) || (words.includes(' OR ') && words.includes(' AND '))) return false
  return words.includes(' OR ') ? words.split(' OR ').some(may) : words.split(' AND ').every(may)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const faults = faultsOf(packages, (path) => {
    const file = `${path}/package.json`
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  })
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}
