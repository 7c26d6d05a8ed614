import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder, startMain } from './server-process.ts'

test('what a first start writes is for its own account alone', async () => {
  const folder = scratchFolder()
  try {
    const dataDir = path.join(folder, 'data')
    const server = startMain({ DATA_DIR: dataDir })
    await server.line(/Drawing the pictures of the site: 1 of \d+/)
    server.kill('SIGKILL')
    await server.exited
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names).toEqual(expect.arrayContaining(['malar.db', 'malar.db-wal', 'uploads']))
    const open = ['.', ...names].filter((name) => (statSync(path.join(dataDir, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
    expect(server.output.stderr).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
