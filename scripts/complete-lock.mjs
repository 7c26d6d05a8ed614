// @ts-check
// `npm run lock`: completes package-lock.json with the packages for other kinds of machines.
// npm leaves out a package that the registry in use lacks, and then `npm ci` refuses the lock file everywhere ("not in
// sync"). If the lock names the version, system and processor of each package, npm skips packages for other machines.
// The registry is asked for the checksums of the added packages; with `npm run lock -- --integrity` also for those that
// the lock named before. `npm run lock -- --check` only tells if the lock is complete.
import { readFileSync, writeFileSync } from 'node:fs'
import { npm, run } from './setup/command.mjs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
/** @type {string[]} */
const added = []

for (const [path, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages) continue
    added.push(name)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...target(name),
      ...(entry.dev || entry.devOptional ? { dev: true } : {}),
      license: entry.license,
      optional: true,
    }
  }

if (process.argv.includes('--check')) {
  if (added.length) console.error(`package-lock.json lacks ${added.join(', ')}. Run "npm run lock".`)
  process.exitCode = added.length ? 1 : 0
} else {
  const changed = await addIntegrity(process.argv.includes('--integrity'))
  if (added.length + changed > 0) {
    const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
    lock.packages = Object.fromEntries(sorted)
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
    if (added.length) console.log(`Packages added for other kinds of machine: ${added.length}`)
  }
}

/** Adds missing checksums, and returns how many. @param {boolean} isForAll */
async function addIntegrity(isForAll) {
  const [command, args] = npm()
  let count = 0
  let missing = 0
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || entry.integrity || !(isForAll || added.includes(name))) continue
    const asked = ['view', `${name}@${entry.version}`, 'dist.integrity', '--loglevel=silent']
    const { output } = await run(command, [...args, ...asked])
    const [integrity] = /^sha512-[A-Za-z0-9+/]{86}==$/m.exec(output) ?? []
    if (integrity) {
      entry.integrity = integrity
      count++
    } else missing++
  }
  if (count) console.log(`Integrity values added: ${count}`)
  if (missing)
    console.log(
      missing === 1
        ? '1 package isn’t in this registry, so the lock file has no integrity value for it.'
        : `${missing} packages aren’t in this registry, so the lock file has no integrity values for them.`,
    )
  return count
}

/** Reads the system and the processor from a package's name. @param {string} name */
function target(name) {
  const parts = name.split(/[-/]/)
  const os = parts.find((part) => /^(android|darwin|freebsd|linux|openharmony|win32)$/.test(part))
  const cpu = parts.find((part) => /^(arm|arm64|ia32|ppc64|riscv64|s390x|wasm32|x64)$/.test(part))
  if (!cpu)
    throw new Error(
      `The name of ${name} doesn’t say which processor it’s for. Add it to package-lock.json by hand.`,
    )
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(libc ? { libc: [libc] } : {}) }
}
