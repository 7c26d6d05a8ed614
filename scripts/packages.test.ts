import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultsOf } from './check-packages.mjs'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
type Entry = {
  version: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  [more: string]: unknown
}
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  version: string
  packages: Record<string, Entry>
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the check of the licences and sources of packages', () => {
  const sound = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
  const faultOf = (entry: object, manifest?: object) =>
    faultsOf({ '': {}, 'node_modules/planted': { ...sound, ...entry } }, () => manifest)

  test('a package with an allowed licence and an integrity hash passes', () => {
    expect(faultOf({})).toEqual([])
    expect(faultOf({}, { license: '(MIT AND Zlib)' })).toEqual([])
    expect(faultOf({}, { license: 'GPL-3.0 OR MIT' })).toEqual([])
  })

  test.each([
    ['GPL-3.0-or-later'],
    ['MIT AND GPL-3.0-or-later'],
    // This licence is allowed for another package only.
    ['MPL-2.0'],
    ['UNLICENSED'],
    ['SEE LICENSE IN LICENSE'],
    ['MIT AND (ISC OR GPL-3.0-or-later)'],
    ['GPL-3.0-or-later AND ISC OR MIT'],
    [undefined],
    [{ type: 'MIT' }],
  ])('a package with the licence %j is refused', (license) => {
    expect(faultOf({}, { license })).toEqual([
      expect.stringMatching(
        /^planted@1\.0\.0: (?:names no licence|has the licence .+)\. Choose another package, or add an exception/,
      ),
    ])
    expect(faultOf({ license })).toHaveLength(1)
  })

  test('a package without an integrity hash is refused, except a development tool for another operating system', () => {
    const refusal = ['planted@1.0.0: has no integrity value in package-lock.json. Run "npm run lock".']
    const integrity = undefined
    expect(faultOf({ integrity })).toEqual(refusal)
    expect(faultOf({ integrity, optional: true, os: ['win32'] }), 'what a server runs').toEqual(refusal)
    expect(faultOf({ integrity, optional: true, dev: true }), 'what fits everywhere').toEqual(refusal)
    expect(faultOf({ integrity, optional: true, dev: true, os: ['win32'] })).toEqual([])
  })

  test('a package that does not come from the registry is refused', () => {
    const refusal = [expect.stringContaining('comes from its own address')]
    expect(faultOf({ resolved: 'git+ssh://git@host.example/planted.git#abc' })).toEqual(refusal)
    expect(faultOf({ link: true })).toEqual(refusal)
  })

  test('a package with an install script that was not reviewed is refused', () => {
    const refusal = [expect.stringContaining('has an install script, which is not run')]
    expect(faultOf({ hasInstallScript: true })).toEqual(refusal)
    expect(faultOf({}, { license: 'MIT', scripts: { preinstall: 'node x.js' } })).toEqual(refusal)
  })
})

test('the packages of this project pass the check, and a planted package with a forbidden licence fails', async () => {
  await expect(run(process.execPath, ['scripts/check-packages.mjs'], { cwd: root })).resolves.toMatchObject({
    stderr: '',
  })
  const planted = { ...lock.packages, 'node_modules/planted': { version: '1.0.0', license: 'AGPL-3.0-only' } }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: planted }))
  const check = run(process.execPath, [path.join(root, 'scripts/check-packages.mjs')], { cwd: folder })
  await expect(check).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('planted@1.0.0: has the licence "AGPL-3.0-only"'),
  })
})

test('the software bill of materials is in CycloneDX form and lists every package of a server with its hash', async () => {
  const file = path.join(folder, 'sbom.json')
  await run(process.execPath, ['scripts/sbom.mjs', file], { cwd: root })
  const sbom = JSON.parse(readFileSync(file, 'utf8'))
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.[56]$/),
    serialNumber: expect.stringMatching(/^urn:uuid:/),
    metadata: { component: { type: 'application', name: 'malar', version: lock.version } },
  })
  type Component = { name: string; version: string; purl: string; hashes?: { alg: string }[] }
  const listed = new Map(
    (sbom.components as Component[]).map((one) => [`${one.name}@${one.version}`, one] as const),
  )
  const running = Object.entries(lock.packages).filter(([at, { dev }]) => at !== '' && !dev)
  expect(running.length).toBeGreaterThan(100)
  for (const [at, { version }] of running) {
    const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const one = listed.get(`${name}@${version}`)
    expect(one, name).toMatchObject({ purl: `pkg:npm/${name.replace('@', '%40')}@${version}` })
    expect(one?.hashes?.[0]?.alg, name).toBe('SHA-512')
  }
})

test('npm run lock fetches the integrity hash of each added package; with --integrity, of every package', async () => {
  const integrity = `sha512-${'a'.repeat(86)}==`
  const npm = path.join(folder, 'npm-cli.js')
  writeFileSync(
    npm,
    `if (process.argv[2] === 'view' && process.argv[3] === 'tool-linux-x64@2.0.0') console.log(${JSON.stringify(integrity)})
     else process.exit(1)`,
  )
  const file = path.join(folder, 'package-lock.json')
  const before = {
    packages: {
      '': { optionalDependencies: { tool: '2.0.0' } },
      'node_modules/tool': {
        version: '2.0.0',
        integrity,
        dev: true,
        license: 'MIT',
        optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-win32-x64': '2.0.0' },
      },
    } as Record<string, object>,
  }
  const complete = async (lockFile: object, ...flags: string[]) => {
    writeFileSync(file, JSON.stringify(lockFile))
    const env = { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath }
    const script = path.join(root, 'scripts/complete-lock.mjs')
    const { stdout } = await run(process.execPath, [script, ...flags], { cwd: folder, env })
    return { stdout, packages: JSON.parse(readFileSync(file, 'utf8')).packages }
  }
  const added = await complete(before)
  expect(added.packages['node_modules/tool-linux-x64']).toMatchObject({ version: '2.0.0', integrity })
  expect(added.packages['node_modules/tool-win32-x64']).not.toHaveProperty('integrity')
  expect(added.stdout).toContain('1 package isn’t in this registry')

  delete (added.packages['node_modules/tool-linux-x64'] as Partial<Entry>).integrity
  const again = { packages: added.packages }
  expect((await complete(again)).packages['node_modules/tool-linux-x64']).not.toHaveProperty('integrity')
  expect((await complete(again, '--integrity')).packages['node_modules/tool-linux-x64']).toMatchObject({
    integrity,
  })
})

test('neither npm install nor the start of the server runs the install script of a package', async () => {
  const made = path.join(folder, 'made')
  mkdirSync(path.join(folder, 'package'))
  writeFileSync(
    path.join(folder, 'package/package.json'),
    JSON.stringify({
      name: 'planted',
      version: '1.0.0',
      scripts: { postinstall: `node -e "require('node:fs').writeFileSync(process.env.MADE, '')"` },
    }),
  )
  await run('tar', ['czf', 'planted.tgz', 'package'], { cwd: folder })
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { planted: 'file:planted.tgz' } }),
  )
  const settings = Object.entries(process.env).filter(([name]) => !/^npm_config_ignore_scripts$/i.test(name))
  const env = { ...Object.fromEntries(settings), MADE: made }
  const installed = path.join(folder, 'node_modules')
  const isRunBy = async (command: string, args: string[], more = {}) => {
    rmSync(installed, { recursive: true, force: true })
    rmSync(made, { force: true })
    await run(command, args, { cwd: folder, env: { ...env, ...more } })
    expect(existsSync(path.join(installed, 'planted/package.json'))).toBe(true)
    return existsSync(made)
  }
  // The second setting is for npm 12, which needs a list of its own.
  const settingsOfMachine = {
    npm_config_ignore_scripts: 'false',
    npm_config_dangerously_allow_all_scripts: 'true',
    npm_config_offline: 'true',
  }
  const install = ['install', '--offline', '--no-audit']
  expect(await isRunBy('npm', install, settingsOfMachine), 'a control: npm runs them').toBe(true)
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'))
  expect(await isRunBy('npm', install)).toBe(false)

  cpSync(path.join(root, 'scripts/setup'), path.join(folder, 'scripts/setup'), { recursive: true })
  const start = `import('./scripts/setup/install.mjs').then(({ ensureInstalled }) => ensureInstalled())`
  expect(await isRunBy('npm', install, settingsOfMachine), 'a control: they win').toBe(true)
  expect(await isRunBy(process.execPath, ['--eval', start], settingsOfMachine)).toBe(false)
})
