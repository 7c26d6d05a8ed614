import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../../../tests/harness/seats.ts'
import { createChatFolder, chatLink as linkOf } from '../../platform/chat.ts'
import { type MailSender, UnsendableMessage } from '../../platform/mail.ts'
import { sendDueMessages } from '../../platform/outbox-worker.ts'

onEachEngine('the outbox in the back office', (app) => {
  let token: string
  const sent: string[] = []
  beforeAll(async () => {
    ;({ token } = await signedIn(app, 'staff'))
  })

  const list = async (query = '') =>
    (await app.http('GET', `/api/admin/messages?${query}`, { token })).body.data
  const preview = async (id: string) =>
    (await app.http('GET', `/api/admin/messages/${id}`, { token })).body.data
  const post = (id: string, what: 'resend' | 'sent') =>
    app.http('POST', `/api/admin/messages/${id}/${what}`, { token })
  const work = (mail?: MailSender) =>
    sendDueMessages({
      ...app.deps,
      mail: mail ?? {
        async send({ to }) {
          sent.push(to)
          return 'memory'
        },
      },
      chat: createChatFolder(app.folder),
      findSender: () => app.app.services.school.sender(),
    })
  /** Enrols a student, who gets a letter and a chat message. */
  async function enrolled(email: string, phone?: string, caller?: string) {
    const course = await addCourse(app)
    const person = { email, fullName: 'Meena <b>Krishnan</b>', ...(phone && { phone }) }
    const body = enrolmentBody(course.id, person)
    const seat = (await app.http('POST', '/api/enrollments', { body, token: caller })).body.data
    const rows = await app.db.read
      .selectFrom('outbox')
      .select(['id', 'channel'])
      .where('cause', 'like', `enrolment:${seat.id}:received:%`)
      .where('recipient', '!=', 'hello@malar.example')
      .execute()
    const idOf = (channel: string) => rows.find((row) => row.channel === channel)?.id ?? ''
    return { letter: idOf('email'), chat: idOf('chat') }
  }

  test('messages have a filter for each state: queued, sent, to send by hand, or failed with the reason', async () => {
    const email = 'states@mail.example'
    const { letter, chat } = await enrolled(email)
    const stateOf = async (id: string) => (await preview(id)).message.state
    expect([await stateOf(letter), await stateOf(chat)]).toEqual(['queued', 'queued'])
    await work({
      async send({ to }) {
        if (to === email) throw new UnsendableMessage('550 nobody of that name')
        return 'memory'
      },
    })
    expect([await stateOf(letter), await stateOf(chat)]).toEqual(['failed', 'by-hand'])
    const [failed] = await list(`state=failed&q=${email}`)
    expect(failed).toMatchObject({
      id: letter,
      subject: 'We’re holding your seat in Bridal Bouquets',
      letter: 'enrolment received',
      about: 'Bridal Bouquets',
      name: 'Meena <b>Krishnan</b>',
      channel: 'email',
      recipient: email,
      attempts: 1,
      error: '550 nobody of that name',
      sent_at: null,
      isConfidential: false,
    })
    for (const state of ['queued', 'sent', 'by-hand']) {
      expect((await list(`state=${state}`)).map(({ id }: { id: string }) => id)).not.toContain(letter)
    }
    expect((await list('state=by-hand&channel=chat')).map(({ id }: { id: string }) => id)).toContain(chat)
    expect((await app.http('GET', '/api/admin/messages?state=lost', { token })).status).toBe(400)
  })

  test.each([
    ['enrolment-confirmed', '{"name":7,"courseTitle":""}', ['enrolment confirmed', null, null]],
    ['seat-money-came', 'no data', ['payment received', null, null]],
    ['order-status', '{"name":"Uma","number":"MAL-7K3F-9QXD"}', ['order status', 'Uma', 'MAL-7K3F-9QXD']],
  ])('a message %s with the data %s has the facts %j', async (template, data, facts) => {
    const added = {
      id: template,
      cause: template,
      template,
      data,
      channel: 'email',
      status: 'withdrawn',
    } as const
    const at = { created_at: app.deps.clock.now(), next_attempt_at: app.deps.clock.now() }
    const rest = { recipient: 'other@mail.example', attempts: 0, last_error: null, sent_at: null }
    await app.db.write
      .insertInto('outbox')
      .values({ ...added, ...at, ...rest })
      .execute()
    const { message } = await preview(template)
    expect([message.letter, message.name, message.about]).toEqual(facts)
  })

  test('a failed message is tried again from the start, and a sent message is sent again as a second message', async () => {
    const email = 'again@mail.example'
    const { letter } = await enrolled(email)
    await work({
      async send() {
        throw new UnsendableMessage('550 no')
      },
    })
    const answers = await Promise.all([post(letter, 'resend'), post(letter, 'resend')])
    expect(answers.map(({ status }) => status)).toContain(200)
    await work()
    expect(sent.filter((to) => to === email)).toHaveLength(1)
    expect((await post(letter, 'resend')).body.data).toMatchObject({ state: 'queued', attempts: 0 })
    await work()
    expect(sent.filter((to) => to === email)).toHaveLength(2)
    expect((await list(`q=${email}`)).filter(({ recipient }: any) => recipient === email)).toHaveLength(2)
  })

  test('a chat message opens as a prefilled chat without the proof link, and counts as sent once staff say so', async () => {
    const { letter, chat } = await enrolled('chat@mail.example', '9876543210')
    await work()
    const { chatLink, html, text } = await preview(chat)
    expect(html).toBeNull()
    // The owner of the typed phone number may not own the mailbox, so only the letter has the proof.
    expect((await preview(letter)).text).toMatch(/\/payment\?enrollment=\S+#proof=/)
    expect(text).toMatch(/\/payment\?enrollment=\S+&amount=12500.00\n/)
    expect(text).toContain('Open the link in our e-mail before then')
    expect(readFileSync(path.join(app.folder, `${chat}.chat.txt`), 'utf8')).not.toMatch(/proof/)
    expect(chatLink).toBe(`https://wa.me/919876543210?text=${encodeURIComponent(text)}`)
    expect(linkOf('+44 7700 900123', 'Hi')).toBe('https://wa.me/447700900123?text=Hi')
    expect((await post(chat, 'resend')).body.error).toContain('Open WhatsApp')
    const answers = await Promise.all([post(chat, 'sent'), post(chat, 'sent')])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await preview(chat)).message).toMatchObject({ state: 'sent', sent_at: app.deps.clock.now() })
    expect((await post(letter, 'sent')).status).toBe(409)
    const log = await app.db.read
      .selectFrom('audit_entry')
      .select('id')
      .where('record_id', '=', chat)
      .execute()
    expect(log).toHaveLength(1)
  })

  test('the preview of an e-mail escapes typed text, and an e-mail with a code has no preview', async () => {
    const user = await signedIn(app, 'user')
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', user.userId).execute()
    const { letter } = await enrolled(user.email, undefined, user.token)
    const { html, text } = await preview(letter)
    expect(html).toContain('Meena &lt;b&gt;Krishnan')
    // The preview's frame may load nothing, so its pictures are inside the HTML.
    expect(html).toContain('<img src="data:image/png;base64,')
    expect(html).not.toContain('cid:')
    expect(text).toContain('Meena <b>Krishnan</b>')
    // The preview shows the letter as it is sent. The letter about an unproved seat contains no words that the visitor
    // typed.
    for (const email of ['words@mail.example', user.email])
      expect((await preview((await enrolled(email)).letter)).text).toMatch(/^Hello,\n/)
    await app.http('POST', '/api/auth/forgot-password', { body: { email: user.email } })
    const code = (await list(`q=${user.email}`)).find((one: any) => one.isConfidential)
    expect(code).toMatchObject({ isConfidential: true, subject: null, name: null, about: null })
    expect(await preview(code.id)).toMatchObject({ text: null, html: null, chatLink: null })
    expect((await post(code.id, 'resend')).body.error).toContain('can’t be sent twice')
    expect((await app.http('GET', '/api/admin/messages/unknown', { token })).status).toBe(404)
  })

  test('cursor pages of messages contain every message once, even when messages arrive between the requests', async () => {
    const seen: string[] = []
    let next: string | null = '/api/admin/messages?limit=3'
    while (next) {
      const { body, headers } = await app.http('GET', next, { token })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (seen.length === 3) await enrolled('meanwhile@mail.example')
      next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(10)
  })
})
