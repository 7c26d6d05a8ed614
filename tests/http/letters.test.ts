import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type ApiKey, endpoints } from '../../contract/index.ts'
import { createChatFolder } from '../../server/platform/chat.ts'
import { addMs } from '../../server/platform/clock.ts'
import { createMailFolder, type Mail } from '../../server/platform/mail.ts'
import { lettersADayMax } from '../../server/platform/outbox.ts'
import { sendDueMessages } from '../../server/platform/outbox-worker.ts'
import { signedIn } from '../harness/callers.ts'
import { newestLetterTo } from '../harness/letters.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { addCourse, bookingBody, confirm, enrol, enrolmentBody } from '../harness/seats.ts'

const school = 'hello@malar.example'
/** A word that every typed text contains, with a link and markup around it. */
const typed = 'Zxqv https://evil.example/zxqv <a href="https://evil.example">zxqv</a>'

onEachEngine('the e-mails to visitors and to the school', (app) => {
  let courseId: string
  let bookedCourseId: string
  let fullCourseId: string
  beforeAll(async () => {
    courseId = (await addCourse(app, { capacity: 1000 })).id
    bookedCourseId = (await addCourse(app, { capacity: 1000 })).id
    fullCourseId = (await addCourse(app, { title: 'Garlands', capacity: 1 })).id
    await enrol(app, fullCourseId, { email: 'first@mail.example' })
  })
  beforeEach(async () => {
    // Each test has its own day and an empty outbox.
    app.deps.clock.advance(24 * 60 * 60_000)
    await app.db.write.deleteFrom('outbox').execute()
  })

  async function work(): Promise<Mail[]> {
    const sent: Mail[] = []
    while (
      (await sendDueMessages({
        ...app.deps,
        mail: {
          async send(mail) {
            sent.push(mail)
            return 'memory'
          },
        },
        chat: createChatFolder(app.folder),
        findSender: () => app.app.services.school.sender(),
      })) > 0
    );
    return sent
  }

  /** All public forms for this address, with `words` in each field for free text. */
  const forms = (email: string, words: string): [path: string, body: object][] => [
    ['/api/enrollments', enrolmentBody(courseId, { email, fullName: words, questions: words })],
    [
      '/api/events_enrollments',
      bookingBody(bookedCourseId, {
        email,
        firstName: words.slice(0, 60),
        lastName: words.slice(0, 60),
        specialRequirements: words,
      }),
    ],
    ['/api/waiting-list', { fullName: words, email, phone: '9876543210', courseId: fullCourseId }],
    ['/api/landing/contact', { name: words, email, phone: '9876543210' }],
    ['/api/landing/email', { email }],
    [
      '/api/categoryuserdata',
      { fullname: words, emailaddress: email, phoneno: '9876543210', enquiry: 'Venue', question: words },
    ],
    ['/api/custom-requests', { name: words, email, comment: words }],
    [
      '/api/auth/signup',
      { firstname: words.slice(0, 60), lastname: words.slice(0, 60), email, password: 'ten letters or more' },
    ],
    ['/api/auth/forgot-password', { email }],
  ]
  async function post(at: string, body: object) {
    const answer = await app.http('POST', at, { body })
    expect(answer.status, `${at}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const contact = (email: string) =>
    post('/api/landing/contact', { name: 'Meena', email, phone: '9876543210' })
  const states = async (like = '%') =>
    (
      await app.db.read
        .selectFrom('outbox')
        .select(['status', 'last_error', 'recipient', 'id'])
        .where('recipient', 'like', like)
        .where('channel', '=', 'email')
        .orderBy('created_at')
        .execute()
    ).map((row) => row)

  test('e-mails to an unverified address contain no typed text, and the school gets the text without markup', async () => {
    const email = 'stranger@mail.example'
    for (const [at, body] of forms(email, typed)) await post(at, body)
    await enrol(app, (await addCourse(app)).id, { email, fullName: typed })
    const folder = mkdtempSync(path.join(tmpdir(), 'malar-letters-'))
    try {
      const sent = await work()
      const theirs = sent.filter(({ to }) => to === email)
      expect(theirs.length).toBeGreaterThan(8)
      for (const mail of theirs) {
        await createMailFolder(folder).send(mail)
        for (const part of [mail.subject, mail.text, mail.html ?? '']) expect(part).not.toMatch(/zxqv|evil/i)
        expect(mail.text).toMatch(/^Hello,\n/)
      }
      for (const name of readdirSync(folder)) {
        const words = readFileSync(path.join(folder, name), 'utf8').replace(/=\n/g, '')
        expect(words).not.toMatch(/zxqv|evil/i)
        expect(words).toMatch(/^Auto-Submitted: auto-generated$/m)
      }
      // The e-mail still contains the school's facts.
      const held = theirs.find(({ subject }) => subject === 'We’re holding your seat in Bridal Bouquets')
      expect(held?.text).toContain('Amount: ₹12,500')
      expect(held?.text).toMatch(/Reference: MAL-/)
      expect(held?.text).toContain('/payment?enrollment=')

      const notices = sent.filter(({ to }) => to === school)
      expect(notices.some(({ text }) => text.includes(typed))).toBe(true)
      for (const { html } of notices) expect(html).not.toContain('<a href="https://evil.example')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a chat message about a seat contains the typed name only after the seat is paid', async () => {
    const chats = async (about: string) => {
      const rows = await app.db.read
        .selectFrom('outbox')
        .selectAll()
        .where('channel', '=', 'chat')
        .where('cause', 'like', `${about}%`)
        .orderBy('created_at')
        .execute()
      const sender = await app.app.services.school.sender()
      return rows.map(({ template, data, has_typed_words }) => {
        const hasTypedWords = has_typed_words === 1
        return app.deps.letters.render(template, JSON.parse(data), sender, { hasTypedWords, isByChat: true })
          .text
      })
    }
    // The sign-in proves only the e-mail address. The phone number was only typed.
    const { email, token } = await signedIn(app, 'staff')
    const { id: courseId } = await addCourse(app)
    const body = { ...enrolmentBody(courseId, { email, fullName: typed }), others: [{ fullName: typed }] }
    const seat = (await app.http('POST', '/api/enrollments', { body, token })).body.data
    const [held = ''] = await chats(`enrolment:${seat.id}:`)
    expect(held).toMatch(/^Hello,\n/)
    expect(held).not.toMatch(/zxqv|evil/i)
    expect(held).toContain(seat.reference)

    expect((await confirm(app, seat.id, token)).status).toBe(200)
    const [paid = ''] = await chats(`enrolment:${seat.id}:confirmed`)
    expect(paid).toContain(`Dear ${typed},`)

    // A chat message does not count towards the ten e-mails of a mailbox.
    const { letters } = await app.db.read
      .selectFrom('letter_count')
      .select((eb) => eb.fn.sum<number>('letters').as('letters'))
      .where('day', '=', app.deps.clock.today())
      .executeTakeFirstOrThrow()
    expect(Number(letters ?? 0)).toBe(0)
  })

  test('a reply to a notice that the school gets goes to the visitor, and the notice links to the record', async () => {
    const email = 'asks+flowers@mail.example'
    for (const [at, body] of forms(email, 'Meena Krishnan')) await post(at, body)
    const { reference } = await enrol(app, (await addCourse(app)).id, { email })
    const notices = (await work()).filter(({ to }) => to === school)
    expect(notices.length).toBeGreaterThan(4)
    for (const { replyTo, text } of notices) {
      expect(replyTo).toBe(email)
      expect(text).toMatch(/^View in the back office: http.+\/admin#[a-z-]+\?q=\S+$/m)
    }
    const links = notices.map(({ text }) => /\/admin(#\S+)/.exec(text)?.[1])
    expect(links).toContain(`#event-class-enrollments?q=${reference}`)
    expect(links).toContain(`#category-visitor-list?${new URLSearchParams({ q: email })}`)
    expect(links).toContain(`#custom-requests?${new URLSearchParams({ q: email })}`)
  })

  test('a notice that the school gets has a reply address only if the visitor typed exactly one address', async () => {
    const about = (replyTo: string) => ({
      template: 'school-notice',
      channel: 'email' as const,
      data: JSON.stringify({ title: 'News', facts: [], replyTo }),
      has_typed_words: 1 as const,
      status: 'queued' as const,
      attempts: 0,
      next_attempt_at: app.deps.clock.now(),
      created_at: app.deps.clock.now(),
      recipient: school,
    })
    const given = ['a@mail.example, b@mail.example', 'Meena <a@mail.example>', '', 'fine@mail.example']
    await app.db.write
      .insertInto('outbox')
      .values(given.map((replyTo, n) => ({ ...about(replyTo), id: `reply-${n}`, cause: `reply-${n}` })))
      .execute()
    const sent = await work()
    expect(sent).toHaveLength(4)
    expect(sent.flatMap(({ replyTo }) => replyTo ?? [])).toEqual(['fine@mail.example'])
  })

  test('e-mails to an address that was verified by a code greet by name, except e-mails about a seat', async () => {
    const { email, userId } = await signedIn(app, 'user')
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
    for (const [at, body] of forms(email, 'Meena Krishnan').slice(0, 7)) await post(at, body)
    const theirs = (await work()).filter(({ to }) => to === email)
    const greeted = theirs.filter(({ text }) => text.startsWith('Dear Meena Krishnan'))
    expect(greeted).toHaveLength(4)
    // E-mails about a seat greet without a name until the seat's own link is opened, even for a verified address.
    expect(theirs.filter(({ text }) => text.startsWith('Hello,') && text.includes('#proof='))).toHaveLength(2)
    expect(theirs.some(({ text }) => text.includes('Your request: Meena Krishnan'))).toBe(true)
  })

  test('e-mails about a seat greet its holder by name only after the holder has opened the link or paid', async () => {
    const { id: course } = await addCourse(app)
    const { token } = await signedIn(app, 'staff')
    const textOf = async (email: string) => (await newestLetterTo(app, email)).text
    const pressed = await enrol(app, course, { email: 'presses@mail.example', fullName: typed })
    const paid = await enrol(app, course, { email: 'pays@mail.example', fullName: typed })
    for (const email of ['presses@mail.example', 'pays@mail.example']) {
      expect(await textOf(email)).toMatch(/^Hello,\n/)
      expect(await textOf(email)).not.toMatch(/zxqv|evil/i)
    }
    app.deps.clock.advance(60_000)
    expect((await confirm(app, paid.id, token)).status).toBe(200)
    expect(await textOf('pays@mail.example')).toContain(`Dear ${typed},`)
    const [, proof = ''] = /#proof=(\S+)/.exec(await textOf('presses@mail.example')) ?? []
    expect((await app.http('POST', '/api/proofs', { body: { token: proof } })).status).toBe(200)
    app.deps.clock.advance(60_000)
    const cancelled = await app.http('POST', `/api/admin/seats/enrolment/${pressed.id}/cancel`, { token })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await textOf('presses@mail.example')).toContain(`Dear ${typed},`)
  })

  test('a mailbox gets at most ten e-mails a day, however its address is spelled and however many callers there are', async () => {
    const spellings = [
      'Flood@mail.example',
      'flood@MAIL.example',
      'flood+1@mail.example',
      ' flood@mail.example',
    ]
    await Promise.all(Array.from({ length: 30 }, (_, n) => contact(spellings[n % 4] ?? '')))
    const rows = await states('flood%')
    expect(rows.filter(({ status }) => status === 'queued')).toHaveLength(lettersADayMax)
    const held = rows.filter(({ status }) => status === 'held')
    expect(held).toHaveLength(30 - lettersADayMax)
    expect(held[0]?.last_error).toMatch(/ten e-mails/)
    expect((await work()).length).toBe(lettersADayMax)
    // E-mails to other addresses are not held, and more e-mails may leave on the next day.
    await contact('other@mail.example')
    expect((await states('other%')).map(({ status }) => status)).toEqual(['queued'])
    app.deps.clock.advance(24 * 60 * 60_000)
    await contact('flood@mail.example')
    expect((await states('flood%')).at(-1)?.status).toBe('queued')
  })

  test('e-mails of all kinds count towards a mailbox’s ten a day; a repeated subscription sends no e-mail', async () => {
    const email = 'many@mail.example'
    for (const [at, body] of forms(email, 'Meena')) await post(at, body)
    const before = (await states(email)).length
    expect(before).toBe(9)
    // The address is subscribed already, so it gets no e-mail.
    await post('/api/landing/email', { email })
    await contact(email)
    expect((await states(email)).map(({ status }) => status)).toEqual(Array(10).fill('queued'))
    await post('/api/auth/signup', { firstname: 'Meena', email, password: 'ten letters or more' })
    expect((await states(email)).filter(({ status }) => status === 'held')).toHaveLength(1)
  })

  test('e-mails to the school, its staff and verified addresses have no daily limit', async () => {
    const { email } = await signedIn(app, 'staff')
    const visitor = await signedIn(app, 'user')
    await app.db.write
      .updateTable('user')
      .set({ emailVerified: 1 })
      .where('id', '=', visitor.userId)
      .execute()
    for (const to of [school, email, visitor.email]) {
      for (let count = 0; count < 12; count++) await contact(to)
      expect((await states(to)).map(({ status }) => status)).toEqual(Array(12).fill('queued'))
    }
    for (let count = 0; count < 12; count++) {
      await post('/api/categoryuserdata', {
        fullname: 'Meena',
        emailaddress: `m${count}@mail.example`,
        phoneno: '9876543210',
        enquiry: 'Venue',
      })
    }
    expect((await states(school)).filter(({ status }) => status === 'held')).toEqual([])
  })

  test('a mailbox beyond its ten e-mails a day still gets the link that confirms a requested seat', async () => {
    const email = 'filled@mail.example'
    for (let count = 0; count < lettersADayMax; count++) await contact(email)
    const { token } = await signedIn(app, 'owner')
    const ask = async (confirmFirst: boolean) =>
      app.http('PUT', '/api/admin/school-settings', { body: { confirmFirst }, token })
    await ask(true)
    try {
      await enrol(app, courseId, { email })
    } finally {
      await ask(false)
    }
    expect((await states('filled%')).map(({ status }) => status)).toEqual(
      Array(lettersADayMax + 1).fill('queued'),
    )
    // The limit for other e-mails stays ten.
    await contact(email)
    expect((await states('filled%')).filter(({ status }) => status === 'held')).toHaveLength(1)
  })

  test('staff see why an e-mail is held back, and can send it', async () => {
    const email = 'asked@mail.example'
    for (let count = 0; count < lettersADayMax; count++) await contact(email)
    await post('/api/auth/signup', { firstname: 'Meena', email, password: 'ten letters or more' })
    await contact(email)
    const { token } = await signedIn(app, 'staff')
    const list = async () =>
      (await app.http('GET', '/api/admin/messages?state=held', { token })).body.data as {
        id: string
        error: string
        isConfidential: boolean
      }[]
    const morning = async () =>
      (await app.http('GET', '/api/admin/morning', { token })).body.data.heldMessages
    expect(await list()).toHaveLength(2)
    expect(await morning()).toMatchObject({ count: 2, first: [{ recipient: email }, { recipient: email }] })
    const resend = (id = '', who = token) =>
      app.http('POST', `/api/admin/messages/${id}/resend`, { token: who })
    const [letter, code] = [
      (await list()).find((one) => !one.isConfidential),
      (await list()).find((one) => one.isConfidential),
    ]
    expect(letter?.error).toBe(
      'We’ve sent ten e-mails to this address today. Send this one if you know who asked for it.',
    )
    expect((await resend(letter?.id, (await signedIn(app, 'user')).token)).status).toBe(403)
    const answers = await Promise.all([resend(letter?.id), resend(code?.id)])
    expect(answers.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'queued'],
      [200, 'queued'],
    ])
    expect(await list()).toEqual([])
    expect((await work()).length).toBe(lettersADayMax + 2)

    // An expired code is not sent.
    await post('/api/auth/signup', { firstname: 'Meena', email, password: 'ten letters or more' })
    app.deps.clock.advance(10 * 60_000)
    const late = await resend((await list())[0]?.id)
    expect([late.status, late.body.error]).toEqual([
      409,
      'The code in this e-mail has expired. Ask the person to request a new one.',
    ])
  })

  test('every endpoint refuses an e-mail address with characters that mail programs misread', async () => {
    const { token } = await signedIn(app, 'owner')
    const bad = [
      'Meena <a@mail.example>',
      'a(b)@mail.example',
      'a,b@mail.example',
      'a;b@mail.example',
      'a:b@mail.example',
      '"a"@mail.example',
      'a\\b@mail.example',
      'a@[mail.example]',
      'a@mail.example>',
      'a＜b＞@mail.example',
      'a\u200b@mail.example',
    ]
    const taking = endpoints.flatMap((endpoint) => {
      const shape = (endpoint.body as { def?: { shape?: Record<string, z.ZodMiniType> } } | undefined)?.def
        ?.shape
      return Object.keys(shape ?? {})
        .filter((name) => /^email(address)?$/.test(name))
        .map((name) => ({ endpoint, name, key: `${endpoint.method} ${endpoint.path}` as ApiKey }))
    })
    // Sign-in is left out, because it sends no e-mail and must accept the address of any older account.
    const asked = taking.filter(({ key }) => key !== 'POST /api/auth/signin')
    expect(asked.length).toBeGreaterThan(12)
    for (const { endpoint, name, key } of asked) {
      for (const email of bad) {
        const answer = await app.http(
          endpoint.method,
          endpoint.path.replace(':kind', 'enrolment').replace(/:\w+/g, 'x'),
          {
            body: { [name]: email },
            token,
          },
        )
        expect([key, email, answer.status, answer.body.fields?.[name]]).toEqual([
          key,
          email,
          400,
          'Please enter a valid email address',
        ])
      }
    }
    expect(await states()).toEqual([])
  })

  test('a stored message to an invalid address is given up with a reason, and the other messages are sent', async () => {
    const row = {
      template: 'contact-received',
      channel: 'email' as const,
      data: JSON.stringify({ name: 'Meena' }),
      status: 'queued' as const,
      attempts: 0,
      next_attempt_at: app.deps.clock.now(),
      created_at: addMs(app.deps.clock.now(), -1000),
    }
    const recipients = [
      'Meena <a@mail.example>',
      'a@mail.example, b@mail.example',
      '',
      '@',
      'fine@mail.example',
    ]
    await app.db.write
      .insertInto('outbox')
      .values(recipients.map((recipient, n) => ({ ...row, id: `row-${n}`, cause: `row-${n}`, recipient })))
      .execute()
    expect((await work()).map(({ to }) => to)).toEqual(['fine@mail.example'])
    const dead = (await states()).filter(({ status }) => status === 'dead')
    expect(dead).toHaveLength(4)
    for (const { last_error } of dead)
      expect(last_error).toBe('E-mails can’t be sent to this address. Correct the address.')
  })
})
