import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeToOthers } from './permissions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-modes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (name: string) => (statSync(path.join(folder, name)).mode & 0o7777).toString(8)
function put(name: string, mode: number): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), '')
  chmodSync(path.join(folder, name), mode)
}

test('the server’s files can be read only by their owner after the start, and other files keep their permissions', () => {
  const ours = [
    'malar.db',
    'malar.db-wal',
    'malar.db-shm',
    'malar.db.before-restore-2026',
    'secret',
    'database-mark',
    'uploads/a-320.jpg',
    'uploads/deep/b.jpg',
    'outbox/letter.eml',
  ]
  for (const name of ours) put(name, 0o666)
  put('notes.txt', 0o644)
  put('others/file', 0o644)
  for (const name of ['.', 'uploads', 'uploads/deep', 'outbox', 'others']) {
    chmodSync(path.join(folder, name), 0o2775)
  }
  expect(closeToOthers(folder)).toEqual([])
  for (const name of ours) expect(modeOf(name), name).toBe('600')
  for (const name of ['.', 'uploads', 'uploads/deep', 'outbox']) expect(modeOf(name), name).toBe('2700')
  expect([modeOf('notes.txt'), modeOf('others'), modeOf('others/file')]).toEqual(['644', '2775', '644'])
})

test('a data folder that all accounts share keeps its permissions, and symbolic links in it are not followed', () => {
  put('elsewhere/file', 0o644)
  mkdirSync(path.join(folder, 'uploads'))
  symlinkSync(path.join(folder, 'elsewhere/file'), path.join(folder, 'uploads/link'))
  put('secret', 0o644)
  chmodSync(folder, 0o1777)
  expect(closeToOthers(folder)).toEqual([])
  expect([modeOf('.'), modeOf('elsewhere/file'), modeOf('secret')]).toEqual(['1777', '644', '600'])
})
