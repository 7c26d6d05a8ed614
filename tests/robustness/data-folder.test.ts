import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder, startMain } from './server-process.ts'

test('what a first start writes is for its own account alone', async () => {
  const folder = scratchFolder()
  try {
    const dataDir = path.join(folder, 'data')
    // Refused once the tables are made, and before pictures are drawn, which takes seconds.
    const server = startMain({ DATA_DIR: dataDir, DEMO: '0' })
    expect((await server.exited).code).toBe(1)
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names).toEqual(expect.arrayContaining(['malar.db', 'uploads']))
    const open = ['.', ...names].filter((name) => (statSync(path.join(dataDir, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
