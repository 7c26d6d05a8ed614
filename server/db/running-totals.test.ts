import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../tests/harness/app.ts'
import { addMoney } from '../../tests/harness/ledger.ts'
import { onEachEngine } from '../../tests/harness/on-each-engine.ts'
import { addCourse, book, confirm, enrol } from '../../tests/harness/seats.ts'
import type { Schema } from './schema.ts'
import { seedDemo } from './seed/seed.ts'

onEachEngine('running totals', (app, engine) => {
  let courseId: string
  beforeAll(async () => {
    courseId = (await addCourse(app, { title: 'Garlands', capacity: null })).id
  })

  const totals = async (): Promise<Record<string, Record<string, number>>> => {
    const rows = await app.db.read
      .selectFrom('running_total')
      .select((eb) => ['figure', 'day', eb.fn.sum<number>('amount').as('amount')])
      .groupBy(['figure', 'day'])
      .execute()
    const figures: Record<string, Record<string, number>> = {}
    for (const { figure, day, amount } of rows) if (amount !== 0) (figures[figure] ??= {})[day] = amount
    return figures
  }
  const change = (work: (tx: Parameters<Parameters<typeof app.db.transaction>[0]>[0]) => Promise<unknown>) =>
    app.db.transaction(async (tx) => void (await work(tx)))
  const settled = (id: string, amountInPaise: number, at: string) => ({
    id,
    subjectId: id,
    amountInPaise,
    at,
  })

  test('money counts towards the revenue of its day in Kolkata, and only while it is allocated to a debt', async () => {
    const before = (await totals()).revenue
    // Kolkata is 5:30 ahead of UTC, so 18:29 and 18:30 UTC are on two different days there.
    await addMoney(app, settled('late', 100, '2026-01-10T18:29:59.999Z'))
    await addMoney(app, settled('later', 20, '2026-01-10T18:30:00.000Z'))
    await addMoney(app, { ...settled('waits', 3, '2026-01-10T06:00:00.000Z'), purpose: 'waits' })
    expect((await totals()).revenue).toEqual({ ...before, '2026-01-10': 100, '2026-01-11': 20 })
    await change((tx) =>
      tx
        .updateTable('allocation')
        .set({ purpose: 'pays', at: '2026-01-11T06:00:00.000Z' })
        .where('id', '=', 'waits')
        .execute(),
    )
    await change((tx) =>
      tx.updateTable('allocation').set({ amount_in_paise: 150 }).where('id', '=', 'late').execute(),
    )
    expect((await totals()).revenue).toEqual({ ...before, '2026-01-10': 150, '2026-01-11': 23 })
    await change((tx) =>
      tx.updateTable('allocation').set({ purpose: 'waits' }).where('id', '=', 'later').execute(),
    )
    await change((tx) => tx.deleteFrom('allocation').where('id', 'in', ['late', 'later', 'waits']).execute())
    expect((await totals()).revenue).toEqual(before)
  })

  test('a refund reduces the revenue of the day of the refund, not of the day of the payment', async () => {
    const before = (await totals()).revenue
    await addMoney(app, settled('came', 500, '2026-01-20T06:00:00.000Z'))
    await change((tx) =>
      tx
        .insertInto('allocation')
        .values({
          id: 'went',
          receipt_id: 'came',
          subject: 'enrolment',
          subject_id: 'came',
          purpose: 'pays',
          amount_in_paise: -500,
          at: '2026-01-25T06:00:00.000Z',
        })
        .execute(),
    )
    expect((await totals()).revenue).toEqual({ ...before, '2026-01-20': 500, '2026-01-25': -500 })
  })

  test('a transaction that is rolled back changes no running total', async () => {
    const before = await totals()
    await addMoney(app, settled('gone', 100, '2026-01-10T06:00:00.000Z'), () => {
      throw new Error('no')
    }).catch(() => undefined)
    expect(await totals()).toEqual(before)
  })

  test('an e-mail address counts as one student as long as it has a confirmed enrolment or booking', async () => {
    const people = async () => Object.values((await totals()).students ?? {}).reduce((sum, n) => sum + n, 0)
    const seat = (changes: object, email: string) =>
      change((tx) =>
        tx
          .updateTable('registration')
          .set(changes)
          .where('kind', '=', 'enrolment')
          .where('email', '=', email)
          .execute(),
      )
    const booking = (changes: object) =>
      change((tx) =>
        tx.updateTable('registration').set(changes).where('kind', '=', 'event-booking').execute(),
      )
    expect(await people()).toBe(0)
    const one = await enrol(app, courseId, { email: 'asha@mail.example' })
    expect(await people()).toBe(0)
    await confirm(app, one.id)
    expect(await people()).toBe(1)
    await book(app, (await addCourse(app)).id, { email: 'asha@mail.example' })
    await booking({ status: 'confirmed' })
    expect(await people()).toBe(1)
    await seat({ status: 'cancelled' }, 'asha@mail.example')
    expect(await people()).toBe(1)
    await booking({ email: 'meena@mail.example' })
    expect(await people()).toBe(1)
    const rows = await app.db.read.selectFrom('student_seats').select(['email', 'seats']).execute()
    expect(rows).toEqual([{ email: 'meena@mail.example', seats: 1 }])
    await change((tx) => tx.deleteFrom('registration').execute())
    expect(await people()).toBe(0)
    expect(await app.db.read.selectFrom('student_seats').selectAll().execute()).toEqual([])
  })

  test('the revenue after many transactions at the same time equals the sum of the allocations', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    await Promise.all(
      numbers.map((n) => {
        const money = settled(`many-${n}`, n + 1, `2026-02-0${1 + (n % 3)}T06:00:00.000Z`)
        return addMoney(app, money, async (tx) => {
          if (n % 4 === 0) await tx.deleteFrom('allocation').where('id', '=', money.id).execute()
        })
      }),
    )
    const counted = await app.db.read
      .selectFrom('allocation')
      .select((eb) => [
        sql<string>`substr(at, 1, 10)`.as('day'),
        eb.fn.sum<number>('amount_in_paise').as('sum'),
      ])
      .where('id', 'like', 'many-%')
      .groupBy('day')
      .execute()
    expect((await totals()).revenue).toMatchObject(
      Object.fromEntries(counted.map(({ day, sum }) => [day, sum])),
    )
  })

  const figures: [figure: string, table: keyof Schema, condition: string][] = [
    ['batches', 'batch', 'starts_on is not null'],
    ['visitors', 'contact', '1 = 1'],
    ['subscribers', 'newsletter_subscriber', '1 = 1'],
    ['ratings', 'student_feedback', 'deleted_at is null'],
    ['products', 'product', 'deleted_at is null'],
    ['orders', 'shop_order', '1 = 1'],
  ]
  test('the running totals of the demonstration school equal the counts of its rows', async () => {
    const school = await startApp({ engine, env: { DEMO: '1' } })
    try {
      await seedDemo(school.deps, { pictures: false })
      const totalOf = async (figure: string) => {
        const { total } = await school.db.read
          .selectFrom('running_total')
          .select((eb) => eb.fn.sum<number>('amount').as('total'))
          .where('figure', '=', figure)
          .executeTakeFirstOrThrow()
        return total
      }
      for (const [figure, table, condition] of figures) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(table)} where ${sql.raw(condition)}`.execute(
          school.db.read,
        )
        expect(await totalOf(figure), figure).toBe(rows[0]?.count)
        expect(rows[0]?.count, figure).toBeGreaterThan(0)
      }
      const { rows } = await sql<{ students: number; revenue: number }>`
        select
          (select count(*) from (select distinct email from seat where status = 'confirmed') as addresses) as students,
          (select sum(paid_in_paise) from money_state where subject <> 'order')
            + (select sum(total_in_paise) from shop_order where payment_status = 'paid') as revenue
      `.execute(school.db.read)
      expect(await totalOf('students')).toBe(rows[0]?.students)
      expect(await totalOf('revenue')).toBe(rows[0]?.revenue)
    } finally {
      await school.stop()
    }
  })
})
