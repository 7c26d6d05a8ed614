import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, book, confirm, enrol } from '../../../tests/harness/seats.ts'

onEachEngine('the list of registrations', { env: { PAYMENT_PROVIDER: 'upi' } }, (app, engine) => {
  let token: string
  let courseId: string
  /** References of all rows, the newest first. */
  const references: string[] = []

  beforeAll(async () => {
    ;({ token } = await signedIn(app, 'staff'))
    courseId = (await addCourse(app, { title: 'Garland 100%_Class' })).id
    const free = await addCourse(app, { title: 'Open day', price: 0 })
    const make = [
      () => enrol(app, courseId, { fullName: 'Due', questions: 'Is there parking?' }),
      () =>
        enrol(app, courseId, { fullName: 'Checking' }).then(async (one) => (await confirm(app, one.id), one)),
      () =>
        enrol(app, courseId, { fullName: 'Paid' }).then(
          async (one) => (await confirm(app, one.id, token), one),
        ),
      () => enrol(app, free.id, { fullName: 'Free', phone: '7000000001' }),
      () => book(app, courseId, { specialRequirements: 'Shade' }),
    ]
    for (const one of make) {
      references.unshift((await one()).reference)
      app.deps.clock.advance(1000)
    }
  })

  const list = (query = '', as: string | null = token) =>
    app.http('GET', `/api/getEventClassEnrollments${query}`, { token: as })

  // The contract checks the shape.
  const all = (body: any) => [...body.eventClassEnrollments, ...body.classEnrollments]

  test('the list of registrations can be read only by staff', async () => {
    const user = await signedIn(app, 'user')
    expect((await list('', null)).status).toBe(401)
    expect((await list('', user.token)).status).toBe(403)
  })

  test('the list of registrations has the newest first, with the state of each payment', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(
      body.classEnrollments.map((row: Record<string, unknown>) => [
        row['name'],
        row['payment'],
        row['status'],
      ]),
    ).toEqual([
      ['Free', 'paid', 'confirmed'],
      ['Paid', 'paid', 'confirmed'],
      ['Checking', 'checking', 'pending'],
      ['Due', 'due', 'pending'],
    ])
    expect(body.classEnrollments[3]).toEqual({
      id: expect.any(String),
      reference: references.at(-1),
      name: 'Due',
      email: 'meena@mail.example',
      phone: '9876543210',
      status: 'pending',
      payment: 'due',
      amount: '12500.00',
      paid: '0.00',
      due: '12500.00',
      couponCode: null,
      terms: expect.stringMatching(/^[\w-]{43}$/),
      discount: '0.00',
      paysAtSchool: false,
      holdUntil: '2026-03-02T08:30:00.000Z',
      group: null,
      created_at: '2026-03-02T06:30:00.000Z',
      course_title: 'Garland 100%_Class',
      batch: '2026-03-12',
      status_question: 'Is there parking?',
    })
    expect(body.eventClassEnrollments).toMatchObject([
      {
        name: 'Arun Raj',
        event_title: 'Garland 100%_Class',
        event_date: '2026-03-12',
        special_requirements: 'Shade',
        transaction_id: expect.stringMatching(/./),
        payment: 'checking',
      },
    ])
  })

  test('the list of registrations shows a coupon code and its discount beside the amount', async () => {
    const { body } = await list()
    const seat = body.classEnrollments[1]
    await app.db.write
      .updateTable('registration')
      .set({ coupon_code: 'ONAM10', discount_in_paise: 125_000 })
      .where('id', '=', seat.id)
      .execute()
    const { body: after } = await list()
    expect(after.classEnrollments[1]).toEqual({ ...seat, couponCode: 'ONAM10', discount: '1250.00' })
  })

  test.each([
    ['due', ['Due']],
    ['checking', ['Arun Raj', 'Checking']],
    ['paid', ['Free', 'Paid']],
    ['attention', []],
  ])(
    'the list of registrations filtered by the payment state “%s” has no other state',
    async (payment, names) => {
      const { body } = await list(`?payment=${payment}`)
      expect(all(body).map(({ name }) => name)).toEqual(names)
      expect(all(body).every((row) => row.payment === payment)).toBe(true)
    },
  )

  test('the list of registrations can be sorted from the oldest, and is divided into pages', async () => {
    const first = await list('?sort=oldest&limit=3')
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await list(`?sort=oldest&limit=3&cursor=${cursor}`)
    const seen = [first, second].flatMap(({ body }) =>
      all(body).sort((a, b) => (a.created_at < b.created_at ? -1 : 1)),
    )
    expect(seen.map(({ reference }) => reference)).toEqual(references.toReversed())
  })

  test.each(['?payment=stolen', '?sort=price'])(
    'the list of registrations with %s is refused',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )

  test.each([1, 2, 3, 4])(
    'pages of %i registrations show each registration exactly once, newest first',
    async (limit) => {
      const seen: string[] = []
      let next: string | null = `?limit=${limit}`
      while (next !== null) {
        const { body, headers } = await list(next)
        const rows = all(body)
        expect(rows.length).toBeLessThanOrEqual(limit)
        const newest = rows.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
        seen.push(...newest.map(({ reference }) => reference))
        const cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
        next = cursor ? `?limit=${limit}&cursor=${cursor}` : null
      }
      expect(seen).toEqual(references)
    },
  )

  test('registrations of the same moment are all shown, even if a page ends between them', async () => {
    const twins = await startApp({ engine })
    try {
      const staff = await signedIn(twins, 'staff')
      const course = await addCourse(twins)
      const made: string[] = []
      for (let count = 0; count < 7; count++) made.push((await enrol(twins, course.id)).id)
      const seen: string[] = []
      let query: string | null = '?limit=2'
      while (query !== null) {
        const answer = await twins.http('GET', `/api/getEventClassEnrollments${query}`, {
          token: staff.token,
        })
        seen.push(...all(answer.body).map(({ id }) => id))
        const cursor = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
        query = cursor ? `?limit=2&cursor=${cursor}` : null
      }
      expect([...seen].sort()).toEqual([...made].sort())
    } finally {
      await twins.stop()
    }
  })

  test.each([
    ['PAID', ['Paid']],
    ['100%_', ['Checking', 'Due', 'Paid', 'Arun Raj']],
    ['%', ['Checking', 'Due', 'Paid', 'Arun Raj']],
    ['7000000001', ['Free']],
    ['arun@', ['Arun Raj']],
    ['nobody', []],
    ["'; drop table enrolment; --", []],
  ])('the search %j finds the matching registrations', async (q, names) => {
    const { status, body } = await list(`?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    expect(
      all(body)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort())
  })

  test.each(['?limit=0', '?limit=1001', '?limit=many', '?cursor=nonsense', '?cursor=WzFd'])(
    'a page of registrations with %s is refused',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )
})
