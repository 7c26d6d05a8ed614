import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authSecret } from './secret.ts'

const run = promisify(execFile)
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'malar-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a damaged secret file is refused and not replaced', () => {
  writeFileSync(path.join(dataDir, 'secret'), 'short')
  expect(() => authSecret({ authSecret: null, dataDir })).toThrow(/is damaged/)
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe('short')
})

test('a data folder that takes no secret file is refused with advice to set AUTH_SECRET', () => {
  expect(() => authSecret({ authSecret: null, dataDir: path.join(dataDir, 'nowhere') })).toThrow(
    /Set AUTH_SECRET instead/,
  )
})

test('AUTH_SECRET is used as it is, and no secret file is written', () => {
  expect(authSecret({ authSecret: 'given', dataDir })).toBe('given')
  expect(readdirSync(dataDir)).toEqual([])
})

test('a secret is made once if AUTH_SECRET is not set, in a file that only its owner can read', () => {
  const first = authSecret({ authSecret: null, dataDir })
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(authSecret({ authSecret: null, dataDir })).toBe(first)
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('processes that start at the same time use the same secret', async () => {
  const script = `
    const { authSecret } = await import(${JSON.stringify(new URL('./secret.ts', import.meta.url).href)})
    process.stdout.write(authSecret({ authSecret: null, dataDir: process.argv[1] }))
  `
  const starts = Array.from({ length: 6 }, () =>
    run(process.execPath, ['--input-type=module', '--eval', script, dataDir]),
  )
  const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout)
  expect(new Set(secrets)).toEqual(new Set([authSecret({ authSecret: null, dataDir })]))
  expect(readdirSync(dataDir)).toEqual(['secret'])
})
