import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/app.ts'
import { onEachDatabase } from '../../../tests/harness/on-each-engine.ts'
import { migrate } from '../migrate.ts'
import { migrations } from './index.ts'

const at = '2026-03-02T06:30:00.000Z'
const version = '0071'

onEachDatabase('0071-names-in-one-line', emptyDatabase, ({ db }) => {
  test('names of before are one line; joiners, emoji and what has lines stay', async () => {
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < version)))
    const names = [
      ['a', 'Meena\r\nKrishnan', 'Meena Krishnan'],
      ['b', '\u202eAsha\u200e \u2066Pillai\u2069', 'Asha Pillai'],
      ['c', 'Bala\u2028Iyer\u200b', 'Bala Iyer'],
      ['d', 'ക്\u200dഷമ \u{1f469}\u200d\u{1f33e}', 'ക്\u200dഷമ \u{1f469}\u200d\u{1f33e}'],
      ['e', '\u202e', '\u202e'],
    ] as const
    const person = (id: string, name: string) => ({ id, name, phone: '9876543210', created_at: at })
    for (const [id, name] of names) {
      const email = `${id}@mail.example`
      const enquiry = {
        ...person(id, name),
        email,
        kind: 'Venue',
        question: 'One\n\u202etwo',
        deleted_at: null,
      }
      await db.write.insertInto('enquiry').values(enquiry).execute()
      await db.write
        .insertInto('contact')
        .values({ ...person(id, name), email })
        .execute()
    }
    await db.write
      .insertInto('student')
      .values({
        ...person('a', 'Meena\nKrishnan'),
        email: 'meena@mail.example',
        note: null,
        deleted_at: null,
      })
      .execute()

    await migrate(db, migrations)
    for (const table of ['enquiry', 'contact'] as const) {
      const rows = await db.read.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
      expect(rows, table).toEqual(names.map(([id, , now]) => ({ id, name: now })))
    }
    expect(await db.read.selectFrom('student').select('name').execute()).toEqual([{ name: 'Meena Krishnan' }])
    const { question } = await db.read
      .selectFrom('enquiry')
      .select('question')
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow()
    expect(question).toBe('One\n\u202etwo')
  })
})
