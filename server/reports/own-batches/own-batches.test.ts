import { expect, test } from 'vitest'
import { ownStudent } from '../../../contract/catalogue/own-batches.ts'
import { type SignedIn, signedIn } from '../../../tests/harness/callers.ts'
import { callers, onSqlite } from '../../../tests/harness/on-each-engine.ts'

onSqlite('an instructor’s own batches', (app) => {
  const { owner } = callers(app, 'owner')
  const as = (who: SignedIn, method: string, path: string, body?: object) =>
    app.http(method, path, { token: who.token, ...(body && { body }) })
  const made = async (path: string, body: object) => {
    const answer = await as(owner, 'POST', path, body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.id as string
  }
  const list = async (who: SignedIn) => (await as(who, 'GET', '/api/admin/own-batches')).body.data
  const students = (who: SignedIn, batch: string) =>
    as(who, 'GET', `/api/admin/own-batches/${batch}/students`)
  async function instructorOf(name: string) {
    const id = await made('/api/admin/instructors', { name, email: `${name.toLowerCase()}@malar.example` })
    const account = await signedIn(app, 'instructor')
    const linked = await as(owner, 'PUT', `/api/admin/accounts/${account.userId}`, { instructorId: id })
    expect(linked.status, linked.text).toBe(200)
    return { id, account }
  }

  test('an instructor sees only the batches that they teach, as a whole or for a session', async () => {
    const [anu, devi] = [await instructorOf('Anu'), await instructorOf('Devi')]
    const unlinked = await signedIn(app, 'instructor')
    const courseId = await made('/api/admin/AdminClasses/Add', {
      title: 'Ikebana',
      description: 'Lines, and the space between them.',
      price: '4500',
      duration: '2 days',
      sessions: 2,
      nextbatch: '2026-04-01',
      category: 'Workshop',
      capacity: 5,
    })
    const batchOf = (day: string, instructorId: string | null) =>
      made('/api/admin/batches', { courseId, day, instructorId })
    const own = await batchOf('2026-04-10', anu.id)
    const other = await batchOf('2026-04-20', devi.id)
    await batchOf('2026-04-25', null)
    const held = {
      fullName: 'Kavya Raman',
      email: 'kavya@post.example',
      phone: '9840054321',
      questions: 'May I bring a vase?',
      paymentMethod: 'UPI',
    }
    const enrolled = await as(owner, 'POST', '/api/enrollments', { ...held, courseId, batchId: own })
    expect(enrolled.status, enrolled.text).toBe(201)

    expect((await list(anu.account)).map(({ id }: { id: string }) => id)).toEqual([own])
    expect(await list(unlinked)).toEqual([])
    const seen = await students(anu.account, own)
    expect(seen.body.data).toEqual([
      {
        id: expect.any(String),
        name: 'Kavya Raman',
        phone: '9840054321',
        isConfirmed: false,
        question: 'May I bring a vase?',
      },
    ])
    expect(Object.keys(ownStudent.shape)).toEqual(Object.keys(seen.body.data[0]))
    for (const [who, batch] of [
      [anu.account, other],
      [devi.account, own],
      [unlinked, own],
    ] as const) {
      const answer = await students(who, batch)
      expect([answer.status, answer.body.error]).toEqual([404, expect.any(String)])
    }

    // An instructor who takes over one session of another instructor's batch sees that batch.
    const meetings = [{ day: '2026-04-20', from: '10:00', to: '12:00', instructorId: anu.id, topic: 'Lines' }]
    const planned = await as(owner, 'PUT', `/api/admin/batches/${other}/meetings`, { meetings, version: 1 })
    expect(planned.status, planned.text).toBe(200)
    expect((await list(anu.account)).map(({ id }: { id: string }) => id)).toEqual([other, own])
    expect((await list(anu.account))[0].sessions).toMatchObject([{ day: '2026-04-20', topic: 'Lines' }])
    expect((await students(anu.account, other)).status).toBe(200)
  })

  test('the rest of the back office is closed to an instructor', async () => {
    const { account } = await instructorOf('Oma')
    for (const path of ['/api/admin/batches?course=x', '/api/admin/day-sheet', '/api/getStudents']) {
      const answer = await as(account, 'GET', path)
      expect([answer.status, answer.body.error]).toEqual([
        403,
        'Only an owner, a manager or the front desk can do this.',
      ])
    }
    expect((await as(account, 'GET', '/api/admin/search?q=anu')).body.data).toEqual([])
  })
})
