import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs another process that tries to take the lock and is then killed. Returns `true` if that process got the lock. */
async function lockElsewhere(): Promise<string> {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    const lock = lockDataFolder(process.argv[1])
    process.stdout.write(String(lock !== null), () => process.kill(process.pid, 'SIGKILL'))
  `
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, folder])
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('one process at a time holds the lock of the data folder, and a killed process does not keep it', async () => {
  const lock = lockDataFolder(folder)
  expect(await lockElsewhere()).toBe('false')
  lock?.release()
  expect(await lockElsewhere()).toBe('true')
  expect(readdirSync(folder)).toEqual(['lock'])
  const next = lockDataFolder(folder)
  expect(next).not.toBeNull()
  next?.release()
})

test('the holder of the lock notices when the lock file is deleted or replaced', () => {
  const lock = lockDataFolder(folder)
  expect(lock?.isInPlace()).toBe(true)
  unlinkSync(path.join(folder, 'lock'))
  expect(lock?.isInPlace()).toBe(false)
  writeFileSync(path.join(folder, 'lock'), '')
  expect(lock?.isInPlace()).toBe(false)
  lock?.release()
})

test('a lock file with other contents is refused with an error message about DATA_DIR', () => {
  writeFileSync(
    path.join(folder, 'lock'),
    'this is something else altogether, and long enough to be read. '.repeat(20),
  )
  expect(() => lockDataFolder(folder)).toThrow(
    /lock can’t be locked \(file is not a database\)\. Set DATA_DIR to a folder/,
  )
})
