import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/callers.ts'
import { ledgerTables } from '../../tests/harness/ledger.ts'
import { callers, onSqlite } from '../../tests/harness/on-each-engine.ts'
import { addCourse, addUndatedCourse, confirm, enrol, enrolmentBody } from '../../tests/harness/seats.ts'
import { expireHeldSeats } from '../domains/registrations/seats/seat-ends.ts'
import { createChatFolder } from '../platform/chat.ts'
import type { Mail, MailFile } from '../platform/mail.ts'
import { sendDueMessages } from '../platform/outbox-worker.ts'
import { findCalendarOfLetter } from './calendar-feed.ts'

/** Reads a file as a calendar program does. */
function read({ name, type, content }: MailFile) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const events = calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (property: string) => String(event.getFirstPropertyValue(property))
    return {
      uid: value('uid'),
      sequence: Number(value('sequence')),
      stamp: value('dtstamp'),
      status: value('status'),
      start: value('dtstart'),
      organizer: value('organizer'),
    }
  })
  return { name, type, method: calendar.getFirstPropertyValue('method'), events }
}

onSqlite('the calendar file that is attached to an e-mail', (app) => {
  const { staff } = callers(app, 'staff')
  const email = 'meena@mail.example'
  let course: Awaited<ReturnType<typeof addCourse>>
  let here: string
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      ...ledgerTables,
      'waiting_list_entry',
      'registration',
      'meeting',
      'batch',
      'course',
      'outbox',
      'hold_quota',
      'letter_count',
    ])
    course = await addCourse(app, { title: 'Ikebana', nextbatch: '2026-03-12', startTime: '10:30' })
    here = await batchOf(course.id)
  })

  const office = async (method: string, path: string, body: object = {}) => {
    const answer = await app.http(method, `/api/admin/${path}`, { token: staff.token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }
  async function batchOf(courseId: string): Promise<string> {
    const answer = await app.http('GET', `/api/admin/batches?course=${courseId}`, { token: staff.token })
    return answer.body.data[0].id
  }
  const versionOf = async (id: string): Promise<number> =>
    (await app.http('GET', `/api/admin/batches/${id}`, { token: staff.token })).body.data.version
  const session = (day: string, more: object = {}) => ({ day, from: '10:00', to: '12:00', ...more })
  const meet = async (meetings: object[]) =>
    office('PUT', `batches/${here}/meetings`, { version: await versionOf(here), meetings })

  /** Sends the e-mails that are due, and returns those to visitors. */
  async function sent(): Promise<Mail[]> {
    const mails: Mail[] = []
    const deps = {
      ...app.deps,
      mail: { send: async (mail: Mail) => `letter ${mails.push(mail)}` },
      chat: createChatFolder(app.folder),
      findSender: () => app.app.services.school.sender(),
      findCalendar: findCalendarOfLetter(app.app.services),
    }
    while ((await sendDueMessages(deps)) > 0);
    app.deps.clock.advance(60_000)
    return mails.filter(({ to }) => to !== 'hello@malar.example')
  }
  /** Sends the single e-mail that is due, and returns its files. */
  async function files() {
    const mails = await sent()
    expect(mails.map(({ subject }) => subject)).toHaveLength(1)
    return (mails[0]?.files ?? []).map(read)
  }
  async function confirmed(changes: object = {}) {
    const { id } = await enrol(app, course.id, { email, ...changes })
    await confirm(app, id)
    return id
  }

  describe('an e-mail without a calendar file', () => {
    test('e-mails about a held seat, its expiry and its cancellation before payment have no calendar file', async () => {
      await enrol(app, course.id, { email })
      expect(await files()).toEqual([])
      const { id } = await enrol(app, course.id, { email: 'uma@mail.example' })
      expect(await files()).toEqual([])
      await office('POST', `seats/enrolment/${id}/cancel`)
      expect(await files()).toEqual([])
      app.deps.clock.advance(10 * 24 * 60 * 60_000)
      await expireHeldSeats(app.app.services.registrationDeps)
      expect(await files()).toEqual([])
    })

    test('an e-mail about a batch without a day or about a cancelled batch has no calendar file', async () => {
      const undated = await addUndatedCourse(app)
      const answer = await app.http('POST', '/api/enrollments', {
        body: enrolmentBody(undated.id, { email }),
      })
      expect(answer.status).toBe(201)
      expect(await files()).toEqual([])
      await confirmed({ email: 'uma@mail.example' })
      await app.db.write.updateTable('batch').set({ cancelled_at: testNow }).where('id', '=', here).execute()
      const mails = await sent()
      expect(mails.map(({ files }) => files)).toEqual(mails.map(() => []))
      expect(mails.length).toBeGreaterThan(0)
    })

    test('a calendar file that is too large to attach is replaced by its link', async () => {
      await confirmed()
      const many = Array.from({ length: 900 }, (_, n) => ({
        id: `meeting-${n}`,
        batch_id: here,
        held_on: '2026-03-12',
        starts_at: '10:00',
        ends_at: '11:00',
        topic: 'மாலை '.repeat(24).trim(),
        created_at: testNow,
        updated_at: testNow,
      }))
      await app.db.transaction(async (tx) => {
        for (let at = 0; at < many.length; at += 50)
          await tx
            .insertInto('meeting')
            .values(many.slice(at, at + 50))
            .execute()
      })
      const mails = await sent()
      expect(mails.flatMap(({ files = [] }) => files)).toEqual([])
      expect(mails.at(-1)?.text).toContain(`/calendar/${here}.ics`)
    })
  })

  test('the e-mail about a confirmed seat has a calendar file with the same event as the download of the batch', async () => {
    await enrol(app, course.id, { email })
    await sent()
    const [{ id } = { id: '' }] = await app.db.read.selectFrom('seat').select('id').execute()
    await confirm(app, id)
    const [file, ...more] = await files()
    expect(more).toEqual([])
    expect(file).toMatchObject({
      name: 'ikebana-2026-03-12.ics',
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      method: 'PUBLISH',
      events: [
        { status: 'CONFIRMED', start: '2026-03-12T10:30:00', organizer: 'mailto:hello@malar.example' },
      ],
    })
    const own = await app.http('GET', `/calendar/${here}.ics`)
    expect(own.text).toContain(`UID:${file?.events[0]?.uid}\r\n`)
    expect(own.text).not.toContain('METHOD')
    // The outbox names the batch; the file is made when the letter leaves.
    const rows = await app.db.read.selectFrom('outbox').select(['template', 'data']).execute()
    const row = rows.find(({ template }) => template === 'enrolment-confirmed')
    expect(row?.data).toContain(`"batchId":"${here}"`)
    expect(rows.map(({ data }) => data).join()).not.toMatch(/VCALENDAR|VEVENT/)
  })

  test('the calendar file of a class with several sessions has only the sessions that take place', async () => {
    await meet([session('2026-03-12'), session('2026-03-13'), session('2026-03-19', { topic: 'Strings' })])
    const [first, , last] = (await app.http('GET', `/api/admin/batches/${here}`, { token: staff.token })).body
      .data.meetings
    await meet([first, last])
    await confirmed()
    const mails = await sent()
    const [file] = (mails.at(-1)?.files ?? []).map(read)
    expect(file?.events.map(({ start, status }) => [start, status])).toEqual([
      ['2026-03-12T10:00:00', 'CONFIRMED'],
      ['2026-03-19T10:00:00', 'CONFIRMED'],
    ])
  })

  test('a second attempt to send an e-mail attaches the same calendar file byte for byte', async () => {
    await confirmed()
    const once = await sent()
    app.deps.clock.advance(60 * 60_000)
    await app.db.write.updateTable('outbox').set({ status: 'queued' }).execute()
    const again = await sent()
    const contents = (mails: Mail[]) => mails.flatMap(({ files = [] }) => files.map(({ content }) => content))
    expect(contents(again).toSorted()).toEqual(contents(once).toSorted())
    expect(contents(again)).toHaveLength(1)
  })

  describe('the calendar file after a change', () => {
    test('a batch that moves to another day mails the same calendar event, with a higher sequence number', async () => {
      await confirmed()
      const [before] = ((await sent()).at(-1)?.files ?? []).map(read)
      await enrol(app, course.id, { email: 'uma@mail.example' })
      await sent()
      await office('PUT', `batches/${here}`, { version: await versionOf(here), day: '2026-03-26' })
      const mails = await sent()
      const filesTo = (to: string) => mails.find((mail) => mail.to === to)?.files?.map(read)
      const [after] = filesTo(email) ?? []
      expect(after).toMatchObject({ name: 'ikebana-2026-03-26.ics', method: 'PUBLISH' })
      expect(after?.events).toMatchObject([
        { uid: before?.events[0]?.uid, status: 'CONFIRMED', start: '2026-03-26T10:30:00' },
      ])
      expect(after?.events[0]?.sequence).toBeGreaterThan(before?.events[0]?.sequence ?? 0)
      // A seat that is only held never had a calendar file.
      expect(filesTo('uma@mail.example')).toEqual([])
    })

    test('splitting a day into sessions cancels the event of the day; removing a session cancels its event', async () => {
      await confirmed()
      const [before] = ((await sent()).at(-1)?.files ?? []).map(read)
      await meet([session('2026-03-12'), session('2026-03-19')])
      const [split] = await files()
      expect(split?.events.map(({ start, status }) => [start, status])).toEqual([
        ['2026-03-12T10:00:00', 'CONFIRMED'],
        ['2026-03-19T10:00:00', 'CONFIRMED'],
        ['2026-03-12T10:00:00', 'CANCELLED'],
      ])
      expect(split?.events[2]?.uid).toBe(before?.events[0]?.uid)
      const [, second] = (await app.http('GET', `/api/admin/batches/${here}`, { token: staff.token })).body
        .data.meetings
      await meet([second])
      const [changed] = await files()
      expect(changed?.events.map(({ start, status }) => [start.slice(0, 10), status])).toEqual([
        ['2026-03-12', 'CANCELLED'],
        ['2026-03-19', 'CONFIRMED'],
      ])
    })

    test('the e-mail about a moved seat adds the new event and cancels the old event, unless the seat is only held', async () => {
      const { id: later } = await office('POST', 'batches', {
        courseId: course.id,
        day: '2026-04-09',
        time: '14:00',
      })
      const id = await confirmed()
      const [before] = ((await sent()).at(-1)?.files ?? []).map(read)
      await office('POST', `seats/enrolment/${id}/move`, { from: here, to: later })
      const [gone, come] = await files()
      expect(gone).toMatchObject({
        name: 'ikebana-2026-03-12-cancelled.ics',
        type: 'text/calendar; charset=utf-8; method=CANCEL',
        method: 'CANCEL',
        events: [
          { uid: before?.events[0]?.uid, status: 'CANCELLED', organizer: 'mailto:hello@malar.example' },
        ],
      })
      // A calendar takes the later of two events with the same sequence.
      expect(String(gone?.events[0]?.stamp) > String(before?.events[0]?.stamp)).toBe(true)
      expect(come).toMatchObject({ name: 'ikebana-2026-04-09.ics', method: 'PUBLISH' })
      const held = await enrol(app, course.id, { email: 'uma@mail.example' })
      await sent()
      await office('POST', `seats/enrolment/${held.id}/move`, { from: here, to: later })
      expect(await files()).toEqual([])
    })

    test('the e-mail about a cancelled seat cancels its coming events, and the e-mail about a new seat confirms them again', async () => {
      await meet([session('2026-03-12'), session('2026-03-19')])
      const id = await confirmed()
      await app.db.write.updateTable('batch').set({ joins_late: 1 }).where('id', '=', here).execute()
      await sent()
      app.deps.clock.advance(14 * 24 * 60 * 60_000)
      const { token } = await signedIn(app, 'staff')
      const cancelled = await app.http('POST', `/api/admin/seats/enrolment/${id}/cancel`, { token, body: {} })
      expect(cancelled.status).toBe(200)
      const [gone, ...more] = await files()
      expect(more).toEqual([])
      expect(gone).toMatchObject({ method: 'CANCEL', events: [{ start: '2026-03-19T10:00:00' }] })
      const anew = { email, fullName: 'Meena Krishnan', courseId: course.id, batchId: here }
      const again = await app.http('POST', '/api/enrollments', {
        body: { ...enrolmentBody(course.id), ...anew },
      })
      expect(again.status, again.text).toBe(201)
      await sent()
      await confirm(app, again.body.data.id)
      const [back] = await files()
      const theirs = back?.events.find(({ uid }) => uid === gone?.events[0]?.uid)
      expect(theirs).toMatchObject({ status: 'CONFIRMED', sequence: gone?.events[0]?.sequence })
      expect(String(theirs?.stamp) > String(gone?.events[0]?.stamp)).toBe(true)
    })

    test('a cancelled batch mails a cancelled event to holders of confirmed seats, and no file for held seats', async () => {
      await confirmed()
      await enrol(app, course.id, { email: 'uma@mail.example' })
      await sent()
      await office('POST', `batches/${here}/cancel`, { reason: 'Our teacher has fallen ill.' })
      const mails = await sent()
      expect(mails).toHaveLength(2)
      const of = (to: string) => mails.find((mail) => mail.to === to)?.files?.map(read)
      expect(of(email)).toMatchObject([{ method: 'CANCEL', events: [{ status: 'CANCELLED' }] }])
      expect(of('uma@mail.example')).toEqual([])
    })

    test('a buyer of several seats gets the cancelled event only when the last seat is cancelled', async () => {
      const body = { ...enrolmentBody(course.id, { email }), others: [{ fullName: 'Arun Raj' }] }
      const { id } = (await app.http('POST', '/api/enrollments', { body })).body.data
      await confirm(app, id)
      await sent()
      const rows = await app.db.read.selectFrom('seat').select('id').orderBy('group_place').execute()
      await office('POST', `seats/enrolment/${rows[1]?.id}/cancel`)
      expect(await files()).toEqual([])
      await office('POST', `seats/enrolment/${rows[0]?.id}/cancel`)
      expect(await files()).toMatchObject([{ method: 'CANCEL' }])
    })
  })
})
