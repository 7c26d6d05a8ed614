import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { type DiskWatch, startDiskWatch } from './disk-watch.ts'

let folder: string
let watch: DiskWatch
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-disk-'))
})
afterEach(async () => {
  await watch.stop()
  rmSync(folder, { recursive: true, force: true })
})

const state: { moved: 'database' | 'log' | null; isLockInPlace: boolean } = {
  moved: null,
  isLockInPlace: true,
}
beforeEach(() => Object.assign(state, { moved: null, isLockInPlace: true }))

function start(options: { freeMbMin?: number; engine?: 'sqlite' | 'postgres' } = {}): string[] {
  const lines: string[] = []
  const log = createLogger('silent')
  log.error = ((_: object, text: string) => lines.push(text)) as unknown as typeof log.error
  log.info = ((text: string) => lines.push(text)) as unknown as typeof log.info
  watch = startDiskWatch({
    dataDir: folder,
    freeMbMin: options.freeMbMin ?? 0,
    db: { engine: options.engine ?? 'sqlite', findMovedFile: () => state.moved },
    isLockInPlace: () => state.isLockInPlace,
    log,
    everyMs: 1,
  })
  return lines
}
const problem = () => expect.poll(() => watch.findProblem())

test('less free space than the minimum is reported as a problem of the disk', async () => {
  start({ freeMbMin: 1e12 })
  await problem().toBe(
    'Less than 1000000000000 MB is free on the data folder’s disk. Free up space. Until then, nothing more is saved.',
  )
})

test('the report of a full disk says with PostgreSQL that only pictures are not saved', async () => {
  start({ freeMbMin: 1e12, engine: 'postgres' })
  await problem().toMatch(/Free up space\. Until then, no more pictures are saved\.$/)
})

test('a data folder is reported while it cannot be written to, and each change is logged once', async () => {
  // Even root cannot write a file where a folder is.
  mkdirSync(path.join(folder, 'write-proof'))
  const lines = start()
  await problem().toBe(
    'The data folder can’t be written to (EISDIR). Check the disk and the folder’s permissions. Until then, nothing more is saved.',
  )
  rmdirSync(path.join(folder, 'write-proof'))
  await problem().toBeNull()
  expect(lines).toEqual(['there is a problem with the disk', 'the problem with the disk is over'])
  await watch.stop()
  expect(readdirSync(folder)).toEqual([])
})

test('a deleted data folder is reported as a problem of the disk', async () => {
  start()
  rmSync(folder, { recursive: true })
  await problem().toMatch(/^The data folder can’t be read \(ENOENT\)|^The data folder can’t be written/)
})

test('a moved database file, write-ahead log or lock file is reported with what to do about it', async () => {
  start()
  await problem().toBeNull()
  state.moved = 'log'
  await problem().toMatch(
    /\(-wal or -shm\) was moved or deleted .* Restart the server\. Until then, nothing more/,
  )
  state.moved = 'database'
  await problem().toMatch(/^The database file was moved or deleted .* restore the newest backup\.$/)
  state.moved = null
  state.isLockInPlace = false
  await problem().toMatch(/^The lock of the data folder was moved or deleted .*\. Restart the server\./)
})
