import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, confirm, enrol, phoneOf } from '../../../../tests/harness/seats.ts'
import { createChatFolder } from '../../../platform/chat.ts'
import { sendDueMessages } from '../../../platform/outbox-worker.ts'

const words = 'Dear friends,\n\nplease bring a vase.\nWe have the flowers.'
const letter = { subject: 'What to bring', words, to: ['confirmed'], byChat: true }

onEachEngine('e-mails to a batch', (app) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(() => emptyTables(app, ['outbox', 'letter_count', 'audit_entry']))

  const as = (id: string, body: object, more = '', token: string | null = staff.token) =>
    app.http('POST', `/api/admin/batches/${id}/letters${more}`, { token, body })
  const takeBack = (id: string, sent: string, token: string | null = staff.token) =>
    app.http('DELETE', `/api/admin/batches/${id}/letters/${sent}`, { token })
  const batchOf = async (courseId: string): Promise<string> => {
    const { body } = await app.http('GET', `/api/admin/batches?course=${courseId}`, { token: staff.token })
    return body.data[0].id
  }
  const rows = () =>
    app.db.read
      .selectFrom('outbox')
      .select(['id', 'recipient', 'channel', 'status', 'template', 'cause'])
      .orderBy('recipient')
      .execute()
  const written = async () => (await rows()).filter(({ template }) => template === 'batch-letter')
  const person = (name: string) => {
    const email = `${name}@mail.example`
    return { fullName: name, email, phone: phoneOf(email) }
  }
  /** A batch with a paid, an unpaid and a cancelled seat, and a proved and an unproved place on its waiting list. */
  async function batchWithPeople() {
    const { id: courseId } = await addCourse(app, { capacity: 3 })
    const paid = await enrol(app, courseId, person('paid'))
    await confirm(app, paid.id, staff.token)
    await enrol(app, courseId, person('unpaid'))
    const gone = await enrol(app, courseId, person('gone'))
    const unproved = { ...person('asked'), courseId }
    for (const name of ['waits', 'asked']) {
      const asked = await app.http('POST', '/api/waiting-list', { body: { ...unproved, ...person(name) } })
      expect(asked.status, asked.text).toBe(201)
    }
    await app.db.transaction(async (tx) => {
      const proved = { proved_at: app.deps.clock.now() }
      await tx
        .updateTable('waiting_list_entry')
        .set(proved)
        .where('email', '=', 'waits@mail.example')
        .execute()
    })
    const id = await batchOf(courseId)
    await app.db.write
      .updateTable('registration')
      .set({ status: 'cancelled' })
      .where('id', '=', gone.id)
      .execute()
    await emptyTables(app, ['outbox', 'audit_entry'])
    return { id, paid }
  }

  test('visitors and users who are not staff may not write to a batch', async () => {
    const { id } = await batchWithPeople()
    for (const [token, status] of [
      [null, 401],
      [user.token, 403],
    ] as const) {
      const answers = await Promise.all([
        as(id, letter, '', token),
        as(id, letter, '/preview', token),
        as(id, letter, '/test', token),
        takeBack(id, 'x', token),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status))
    }
    expect(await rows()).toEqual([])
  })

  test.each<[changes: object, fields: Record<string, string>]>([
    [{ subject: ' ' }, { subject: 'Enter a subject' }],
    [{ subject: 'x'.repeat(121) }, { subject: 'Use at most 120 characters' }],
    [{ words: '' }, { words: 'Write a message' }],
    [{ words: 'x'.repeat(3001) }, { words: 'Use at most 3000 characters' }],
    [{ to: [] }, { to: 'Choose at least one group of recipients' }],
    [{ to: ['nobody'] }, { 'to.0': 'Choose at least one group of recipients' }],
  ])('a letter to a batch with %j is refused with a sentence beside the field', async (changes, fields) => {
    const { id } = await batchWithPeople()
    for (const more of ['', '/preview', '/test']) {
      const answer = await as(id, { ...letter, ...changes }, more)
      expect([answer.status, answer.body.fields]).toEqual([400, fields])
    }
    expect(await rows()).toEqual([])
  })

  test('an e-mail without any recipient, or to an unknown batch, is refused', async () => {
    const id = await batchOf((await addCourse(app)).id)
    const empty = await as(id, letter)
    expect([empty.status, empty.body.fields]).toEqual([
      400,
      { to: 'Nobody would receive this message. Choose other people to send it to.' },
    ])
    expect((await as('unknown', letter)).status).toBe(404)
    expect((await takeBack('unknown', 'x')).status).toBe(404)
  })

  test('the preview shows the e-mail, the chat message and the recipients, and sends nothing', async () => {
    const { id } = await batchWithPeople()
    const { data } = (await as(id, { ...letter, to: ['confirmed', 'unpaid', 'waiting'] }, '/preview')).body
    expect(data).toMatchObject({ people: 3, letters: 3, chats: 3, subject: 'What to bring' })
    expect(data.readers.map(({ name }: { name: string }) => name).sort()).toEqual(['paid', 'unpaid', 'waits'])
    expect(data.text).toContain('please bring a vase.\nWe have the flowers.')
    expect(data.html).toContain('<p style="white-space:pre-line">Dear friends,')
    expect(data.chat).toContain('Batch: Thursday 12 March 2026')
    expect((await as(id, { ...letter, byChat: false }, '/preview')).body.data).toMatchObject({
      chats: 0,
      chat: null,
    })
    expect(await rows()).toEqual([])
  })

  test('a test e-mail is sent only to the staff member who requests it', async () => {
    const { id } = await batchWithPeople()
    const { email } = (await as(id, letter, '/test')).body.data
    expect(await rows()).toMatchObject([{ recipient: email, channel: 'email' }])
    const { html } = (
      await app.http('GET', `/api/admin/messages/${(await rows())[0]?.id}`, { token: staff.token })
    ).body.data
    expect(html).toContain('Test: What to bring')
  })

  test('each recipient gets an e-mail to the batch once, and the audit log says who wrote what to how many people', async () => {
    const { id } = await batchWithPeople()
    const sent = await as(id, { ...letter, to: ['confirmed', 'unpaid', 'waiting'] })
    expect([sent.status, sent.body.data]).toMatchObject([201, { people: 3, letters: 3, chats: 3 }])
    const mails = (await written()).filter(({ channel }) => channel === 'email')
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'paid@mail.example',
      'unpaid@mail.example',
      'waits@mail.example',
    ])
    const [entry] = await app.db.read.selectFrom('audit_entry').selectAll().execute()
    expect(entry).toMatchObject({
      kind: 'class',
      title: 'Bridal Bouquets, Thursday 12 March 2026',
      actor_email: staff.email,
    })
    expect(JSON.parse(entry?.changes ?? '')).toEqual([
      { field: 'e-mail', from: null, to: 'What to bring' },
      { field: 'to', from: null, to: 'confirmed, unpaid, waiting' },
      { field: 'people', from: null, to: '3' },
      { field: 'WhatsApp messages', from: null, to: '3' },
    ])
  })

  test('an e-mail sent three times with one idempotency key is delivered once', async () => {
    const { id } = await batchWithPeople()
    const send = () =>
      app.http('POST', `/api/admin/batches/${id}/letters`, {
        token: staff.token,
        body: letter,
        headers: { 'idempotency-key': 'one-letter-to-the-batch' },
      })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)).size).toBe(
      1,
    )
    expect((await written()).filter(({ channel }) => channel === 'email')).toHaveLength(1)
  })

  test('an e-mail to a batch is sent after ten seconds, in which staff can withdraw the e-mail', async () => {
    const { id } = await batchWithPeople()
    const mailed: string[] = []
    const work = () =>
      sendDueMessages({
        ...app.deps,
        mail: {
          async send({ to }) {
            mailed.push(to)
            return 'memory'
          },
        },
        chat: createChatFolder(app.folder),
        findSender: () => app.app.services.school.sender(),
      })
    const now = app.deps.clock.now()
    const first = (await as(id, letter)).body.data
    await work()
    expect(mailed).toEqual([])
    expect((await takeBack(id, first.id)).body.data).toEqual({ takenBack: 2 })
    app.deps.clock.advance(11_000)
    await work()
    expect(mailed).toEqual([])
    const state = `/api/admin/messages?state=withdrawn`
    expect((await app.http('GET', state, { token: staff.token })).body.data).toHaveLength(2)
    const second = (await as(id, letter)).body.data
    app.deps.clock.advance(11_000)
    await work()
    expect(mailed).toEqual(['paid@mail.example'])
    // Nothing is withdrawn after the ten seconds: the e-mail is sent, and the chat message is among the messages that
    // staff send by hand.
    expect((await takeBack(id, second.id)).body.data).toEqual({ takenBack: 0 })
    app.deps.clock.set(now)
  })

  test('an e-mail cannot be withdrawn through the URL of another batch', async () => {
    const [{ id }, other] = [await batchWithPeople(), await batchWithPeople()]
    const sent = (await as(id, letter)).body.data
    expect((await takeBack(other.id, sent.id)).body.data).toEqual({ takenBack: 0 })
    expect((await takeBack(id, sent.id)).body.data).toEqual({ takenBack: 2 })
  })

  test('the unsent messages of an e-mail to a batch are not withdrawn when a recipient pays', async () => {
    const { id } = await batchWithPeople()
    await as(id, { ...letter, to: ['unpaid'] })
    const seat = await app.db.read
      .selectFrom('seat')
      .select('id')
      .where('batch_id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
    await confirm(app, seat.id, staff.token)
    expect((await written()).map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual([
      'chat queued',
      'email queued',
    ])
  })

  describe('unsent messages after a seat has changed', () => {
    const states = async () =>
      (await rows()).map(({ template, channel, status }) => `${template} ${channel} ${status}`).sort()

    test('cancelling a seat withdraws its unsent messages, also the e-mail to its batch', async () => {
      const { id, paid } = await batchWithPeople()
      await as(id, letter)
      const { body } = await app.http('POST', `/api/admin/seats/enrolment/${paid.id}/cancel`, {
        token: staff.token,
      })
      expect(body.data.status).toBe('cancelled')
      expect((await states()).filter((one) => !one.startsWith('waiting-list'))).toEqual([
        'batch-letter chat withdrawn',
        'batch-letter email withdrawn',
        'seat-cancelled chat queued',
        'seat-cancelled email queued',
      ])
      const [taken] = (await written()).map(({ id }) => id)
      for (const call of ['resend', 'sent']) {
        const refused = await app.http('POST', `/api/admin/messages/${taken}/${call}`, { token: staff.token })
        expect(refused.status).toBe(409)
      }
    })

    test('paying or moving a seat withdraws its older unsent chat messages, but not the notices to the school', async () => {
      const { id: courseId } = await addCourse(app)
      const from = await batchOf(courseId)
      const seat = await enrol(app, courseId, person('meena'))
      await confirm(app, seat.id, staff.token)
      const now = await states()
      expect(now).toContain('enrolment-received chat withdrawn')
      expect(now).toContain('enrolment-received email queued')
      expect(now).toContain('enrolment-confirmed chat queued')
      const added = await app.http('POST', '/api/admin/batches', {
        token: staff.token,
        body: { courseId, day: '2026-04-01' },
      })
      await app.http('POST', `/api/admin/seats/enrolment/${seat.id}/move`, {
        token: staff.token,
        body: { from, to: added.body.data.id },
      })
      const later = await states()
      expect(later).toContain('enrolment-confirmed chat withdrawn')
      expect(later).toContain('seat-moved chat queued')
      expect(later.filter((one) => one.startsWith('school-notice') && one.endsWith('withdrawn'))).toEqual([])
    })
  })

  test('staff mark many chat messages as sent in one call and undo this in one call; e-mails stay unchanged', async () => {
    const { id } = await batchWithPeople()
    await as(id, { ...letter, to: ['confirmed', 'unpaid'] })
    await app.db.write
      .updateTable('outbox')
      .set({ status: 'by-hand' })
      .where('channel', '=', 'chat')
      .execute()
    const mark = (ids: string[], isSent: boolean, token: string | null = staff.token) =>
      app.http('POST', '/api/admin/messages/sent', { token, body: { ids, isSent } })
    const ids = (await written()).map(({ id }) => id)
    expect((await mark(ids, true, user.token)).status).toBe(403)
    expect((await mark([], true)).body.fields).toEqual({ ids: 'Choose at least one message' })
    expect((await mark(Array(201).fill('x'), true)).status).toBe(400)
    expect((await mark(ids, true)).body.data).toEqual({ marked: 2 })
    const statuses = async () => (await written()).map(({ channel, status }) => `${channel} ${status}`).sort()
    expect(await statuses()).toEqual(['chat sent', 'chat sent', 'email queued', 'email queued'])
    expect((await mark(ids, false)).body.data).toEqual({ marked: 2 })
    expect(await statuses()).toEqual(['chat by-hand', 'chat by-hand', 'email queued', 'email queued'])
  })
})
