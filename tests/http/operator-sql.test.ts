import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../harness/app.ts'

const execute = promisify(execFile)

describe.each(await availableEngines())('the SQL of run-it-for-real.md on %s', (engine) => {
  const blocks = [
    ...readFileSync('docs/guides/run-it-for-real.md', 'utf8').matchAll(/```sql\n([^]*?)```/g),
  ].map(([, sql = '']) => sql)
  const blockWith = (words: string) => {
    const block = blocks.find((sql) => sql.includes(words))
    if (block === undefined) throw new Error(`no SQL with "${words}" in the guide`)
    return block
  }

  /** Runs SQL as an operator does: from outside the server, while the server runs. */
  async function run(app: TestApp, statements: string): Promise<unknown[]> {
    const { where } = app
    if ('file' in where) {
      const shell = `
        const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
        const isScript = process.argv[2].includes('begin;')
        const rows = isScript ? database.exec(process.argv[2]) : database.prepare(process.argv[2]).all()
        console.log(JSON.stringify(rows ?? []))`
      const { stdout } = await execute(process.execPath, ['-e', shell, where.file, statements])
      return JSON.parse(stdout)
    }
    const client = new pg.Client(where.url)
    await client.connect()
    try {
      return (await client.query(statements)).rows ?? []
    } finally {
      await client.end()
    }
  }

  test('the SQL in the guide adds records while the server runs, and the API shows the records', async () => {
    const app = await startApp({ engine })
    try {
      const paths = [
        '/api/office-timing',
        '/api/admin/event-pricing',
        '/api/impacts',
        '/api/instructors',
        '/api/Feedback',
      ]
      const counts = () =>
        Promise.all(paths.map(async (at) => Object.keys((await app.http('GET', at)).body.data).length))
      expect(await counts()).toEqual([0, 0, 0, 0, 0])
      const topics = new Set<string>()
      const announced = new Promise<void>((resolve) => {
        app.db.changes.subscribe((some) => {
          for (const topic of some) topics.add(topic)
          if (topics.size === paths.length) resolve()
        })
      })
      await run(app, blockWith('insert into office_hours'))
      await announced
      expect(await counts()).toEqual([7, 2, 1, 1, 1])
    } finally {
      await app.stop()
    }
  })
})
