import { beforeEach, expect, test } from 'vitest'
import * as general from '../../../../contract/fields.en.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, confirm, enrol } from '../../../../tests/harness/seats.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'

const old = { name: 'Meena Krishnan', email: 'meena@mail.example', phone: '9876543210' }
const corrected = { name: 'Meena Krishna', email: 'meena.k@mail.example', phone: '9876543211' }

onEachEngine('correcting the person of a seat', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['waiting_list_entry', 'claim', 'registration', 'meeting', 'batch'], 'courses')
    await emptyTables(app, ['course', 'outbox', 'audit_entry'])
  })

  const correct = (id: string, changes: object = {}, token: string | null = staff.token) =>
    app.http('PUT', `/api/admin/seats/enrolment/${id}/person`, {
      token,
      body: { ...corrected, before: old, ...changes },
    })
  const seatRow = (id: string) =>
    app.db.read.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const waiting = () =>
    app.db.read
      .selectFrom('outbox')
      .select(['channel', 'recipient', 'status', 'data'])
      .where('template', '<>', 'school-notice')
      .orderBy('channel')
      .execute()
  const linkOf = (proofId: string) =>
    createSignedLinks(authSecret(app.deps.config)).sign('seat-proof', proofId)

  test('visitors and users who are not staff may not correct the person of a seat', async () => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    expect((await correct(id, {}, null)).status).toBe(401)
    expect((await correct(id, {}, user.token)).status).toBe(403)
    expect(await seatRow(id)).toMatchObject(old)
  })

  test.each([
    [{ name: ' ' }, { name: 'Full name is required' }],
    [{ email: 'meena at home' }, { email: general.emailInvalid }],
    [{ phone: '12' }, { phone: general.phoneInvalid }],
  ])('a correction to %j is refused with a sentence beside the field', async (changes, fields) => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    const answer = await correct(id, changes)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
    expect(await seatRow(id)).toMatchObject(old)
  })

  test('a correction of an unknown seat, or of a seat that another correction has changed, is refused', async () => {
    expect((await correct('nowhere')).status).toBe(404)
    const { id } = await enrol(app, (await addCourse(app)).id)
    const both = await Promise.all([correct(id), correct(id, { name: 'Mina' })])
    expect(countsByStatus(both)).toEqual({ 200: 1, 409: 1 })
    const late = await correct(id)
    expect(late.body.message).toContain('Someone has changed these details')
  })

  test('unsent e-mails go to the corrected address, with the new name and a link that proves the address', async () => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    const { status, body } = await correct(id)
    expect([status, body.data]).toEqual([200, { id, ...corrected, redirected: 2 }])
    expect(await seatRow(id)).toMatchObject({ ...corrected, mailbox: corrected.email, proved_at: null })
    const [chat, mail] = await waiting()
    expect([chat?.recipient, mail?.recipient]).toEqual([corrected.phone, corrected.email])
    expect(JSON.parse(mail?.data ?? '')).toMatchObject({ name: corrected.name, proofId: `${id}-turn1` })
    const log = await app.db.read
      .selectFrom('audit_entry')
      .select(['actor_email', 'changes'])
      .where('record_id', '=', id)
      .execute()
    expect(log).toMatchObject([{ actor_email: staff.email }])
    for (const text of [old.email, corrected.email, corrected.phone]) expect(log[0]?.changes).toContain(text)
    await app.http('POST', `/api/admin/seats/enrolment/${id}/letters`, { token: staff.token })
    expect((await waiting()).map(({ recipient }) => recipient)).not.toContain(old.email)
  })

  test('unsent e-mails and chat messages about the batch go to the corrected address and phone too', async () => {
    const course = await addCourse(app)
    const { id } = await enrol(app, course.id)
    const [batch] = (await app.http('GET', `/api/admin/batches?course=${course.id}`, { token: staff.token }))
      .body.data
    const letter = { subject: 'Bring a vase', words: 'Please bring a vase.', to: ['unpaid'], byChat: true }
    const sent = await app.http('POST', `/api/admin/batches/${batch.id}/letters`, {
      token: staff.token,
      body: letter,
    })
    expect(sent.status, sent.text).toBe(201)
    const moved = await app.http('PUT', `/api/admin/batches/${batch.id}`, {
      token: staff.token,
      body: { day: '2026-03-19', version: batch.version },
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await waiting()).toHaveLength(6)
    expect((await correct(id)).body.data.redirected).toBe(6)
    const recipients = new Set((await waiting()).map(({ recipient }) => recipient))
    expect(recipients).toEqual(new Set([corrected.email, corrected.phone]))
  })

  test('the link in the old e-mail does not prove the corrected address, and the new link does', async () => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    const press = (proofId: string) => app.http('POST', '/api/proofs', { body: { token: linkOf(proofId) } })
    expect((await press(id)).status).toBe(200)
    expect((await seatRow(id)).proved_at).toBe(testNow)
    await correct(id)
    expect((await seatRow(id)).proved_at).toBeNull()
    expect((await press(id)).status).toBe(200)
    expect((await seatRow(id)).proved_at).toBeNull()
    await press(`${id}-turn1`)
    expect((await seatRow(id)).proved_at).toBe(testNow)
  })

  test('correcting only the name or the phone keeps the proof, and does not redirect a sent message', async () => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    await app.http('POST', '/api/proofs', { body: { token: linkOf(id) } })
    await app.db.write.updateTable('outbox').set({ status: 'sent' }).where('channel', '=', 'email').execute()
    const { body } = await correct(id, { email: old.email })
    expect(body.data.redirected).toBe(1)
    expect((await seatRow(id)).proved_at).toBe(testNow)
    const [chat, mail] = await waiting()
    expect([chat?.recipient, mail?.recipient]).toEqual([corrected.phone, old.email])
  })

  test('removing a person’s e-mail address withdraws unsent e-mails, and later messages are only chat messages', async () => {
    const { id } = await enrol(app, (await addCourse(app)).id)
    expect((await correct(id, { email: '' })).status).toBe(200)
    expect(await seatRow(id)).toMatchObject({ email: '', mailbox: '' })
    expect((await confirm(app, id, staff.token)).status).toBe(200)
    expect((await waiting()).map(({ channel }) => channel)).toEqual(['chat', 'chat'])
  })

  test('a corrected payer’s address applies to the whole group, and correcting a guest’s name changes only that guest', async () => {
    const { id: courseId } = await addCourse(app)
    const { id } = await enrol(app, courseId, { others: [{ fullName: 'Selvi' }, {}] })
    const guests = async () =>
      (
        await app.db.read
          .selectFrom('seat')
          .selectAll()
          .where('group_id', '=', id)
          .orderBy('group_place')
          .execute()
      ).map(({ name, email, phone }) => [name, email, phone])
    expect((await correct(id)).status).toBe(200)
    expect(await guests()).toEqual([
      [corrected.name, corrected.email, corrected.phone],
      ['Selvi', corrected.email, corrected.phone],
      [`Guest of ${corrected.name}`, corrected.email, corrected.phone],
    ])
    const selvi = await app.db.read
      .selectFrom('seat')
      .select('id')
      .where('name', '=', 'Selvi')
      .executeTakeFirstOrThrow()
    await correct(selvi.id, { ...corrected, name: 'Selvi R', before: { ...corrected, name: 'Selvi' } })
    expect((await guests()).map(([name]) => name)).toEqual([
      corrected.name,
      'Selvi R',
      `Guest of ${corrected.name}`,
    ])
  })
})
