import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { availableEngines, startApp, type TestApp } from '../tests/harness/app.ts'
import { addCourse, confirm, enrol } from '../tests/harness/seats.ts'
import { startProcess } from '../tests/robustness/server-process.ts'

const meena = { fullName: 'Meena Erasable', email: 'meena@example.com', phone: '9812345670' }

test.each([
  ['export', /^Usage: npm run export -- ADDRESS \[ENTRY \.\.\.\]\n/],
  ['forget', /^Usage: npm run forget -- ADDRESS \[ENTRY \.\.\.\] \[--force\]\n/],
])('npm run %s without an address prints its usage and fails', async (what, sentence) => {
  const child = startProcess(process.execPath, [`scripts/${what}.ts`], {})
  expect((await child.exited).code).toBe(1)
  expect(child.output.stderr).toMatch(sentence)
  expect(child.output.stdout).toBe('')
})

describe.each(await availableEngines())('npm run export and npm run forget on %s', (engine) => {
  async function run(app: TestApp, ...[what, ...args]: string[]) {
    const env = {
      DATA_DIR: app.folder,
      AUTH_SECRET: String(app.deps.config.authSecret),
      ...('url' in app.where ? { DATABASE_URL: app.where.url } : {}),
    }
    const child = startProcess(process.execPath, [`scripts/${what}.ts`, ...args], env)
    const { code } = await child.exited
    return { code, ...child.output }
  }

  // The test begins six processes, each of which takes seconds on a busy machine.
  test('export writes a person’s data while the server runs, and forget erases it unless the person has a coming seat', {
    timeout: 90_000,
  }, async () => {
    // The scripts use the machine's clock, so the date of the seat is in the far future.
    const app = await startApp({ engine })
    try {
      const { id } = await addCourse(app, { nextbatch: '2999-01-01' })
      const { id: seatId, reference } = await enrol(app, id, meena)
      await confirm(app, seatId)

      const unknown = await run(app, 'export', 'nobody@example.com')
      expect([unknown.code, unknown.stderr]).toEqual([
        1,
        'We have no records for this name, address or number.\n',
      ])
      const handed = await run(app, 'export', 'MEENA@example.com')
      expect([handed.code, handed.stderr]).toEqual([0, ''])
      const made = path.join(
        app.folder,
        readdirSync(app.folder).find((name) => /^export-[\dTZ-]+$/.test(name)) ?? '',
      )
      expect(readdirSync(made).sort()).toEqual(['data.json', 'page.html'])
      expect(statSync(path.join(made, 'data.json')).mode & 0o077).toBe(0)
      const data = JSON.parse(readFileSync(path.join(made, 'data.json'), 'utf8'))
      expect(data['Enrolments and bookings']).toMatchObject([{ reference, name: meena.fullName }])

      const refused = await run(app, 'forget', meena.email)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain(`${reference} is a seat in Bridal Bouquets`)
      expect(refused.stderr).toContain('To keep this and erase everything else now, add --force.')

      await app.http('POST', '/api/landing/email', { body: { email: meena.email } })
      const rest = await run(app, 'forget', meena.email, '--force')
      expect([rest.code, rest.stderr]).toEqual([0, ''])
      expect(rest.stdout).toContain('  Newsletter: 1\n')
      expect(rest.stdout).toContain(`  ${reference} is a seat`)

      await app.db.write.updateTable('batch').set({ starts_on: '2026-01-05' }).execute()
      if ('file' in app.where) leaveTraces(app.where.file)
      const done = await run(app, 'forget', meena.email)
      expect([done.code, done.stderr]).toEqual([0, ''])
      expect(done.stdout).toContain('  Enrolments and bookings: 1\n')
      expect(await app.db.read.selectFrom('seat').select(['name', 'reference']).execute()).toEqual([
        { name: 'Erased', reference },
      ])
      if ('file' in app.where) {
        const bytes = [app.where.file, `${app.where.file}-wal`].map((file) => readFileSync(file, 'latin1'))
        expect(bytes.join('')).not.toContain(meena.email)
      }
      expect((await run(app, 'forget', meena.email)).stderr).toContain('We have no records for')
    } finally {
      await app.stop()
    }
  })
})

/** Leaves free pages that contain the address, as versions without `secure_delete` did. */
function leaveTraces(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('pragma secure_delete = off; begin; create table trace (words text)')
  const insert = database.prepare('insert into trace values (?)')
  for (let n = 0; n < 500; n++) insert.run(`${meena.email} `.repeat(20))
  database.exec('drop table trace; commit')
  database.close()
  expect(readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1')).toContain(meena.email)
}
