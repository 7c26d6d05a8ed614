import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { privatePictureDays } from '../../../../contract/people/custom-requests.ts'
import { unconfirmedDays } from '../../../../contract/registrations/waiting-list.ts'
import { binDays } from '../../../../contract/system/bin.ts'
import { retention } from '../../../../contract/system/retention.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { waitFor } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, bookingBody, enrol } from '../../../../tests/harness/seats.ts'
import { copyFinishedPictures, finishedPicture } from '../../../db/seed/finished-pictures.ts'
import { addMs } from '../../../platform/clock.ts'
import { plainWidthsFor, widthsFor } from '../../../platform/picture-widths.ts'
import { forgottenAfterMs } from '../../accounts/passwords/guesses.ts'
import { sessionMsMax } from '../../accounts/sessions.ts'
import { invitationMsMax } from '../../accounts/staff/staff-accounts.service.ts'

const dayMs = 24 * 60 * 60_000

onEachEngine('housekeeping', { freshForEachTest: true }, (app, engine) => {
  const keepHouse = () => app.app.services.housekeeping.keepHouse()
  const after = (days: number, ms = 0) => addMs(testNow, days * dayMs + ms)
  const count = async (
    table: 'enquiry' | 'contact' | 'custom_request' | 'outbox' | 'session' | 'audit_entry',
  ) => (await app.db.read.selectFrom(table).select('id').execute()).length
  const post = async (at: string, body: object) => {
    const { status, text } = await app.http('POST', at, { body })
    expect(status, text).toBeLessThan(300)
  }

  test('the retention table has the same periods as the limits in other files', () => {
    expect([retention.bin.days, retention.photographs.days, retention.unconfirmed.days]).toEqual([
      binDays,
      privatePictureDays,
      unconfirmedDays,
    ])
    expect(retention.counts.days * dayMs).toBe(forgottenAfterMs)
    expect(retention.invitations.days * dayMs).toBe(invitationMsMax)
    expect(retention.sessions.days * dayMs).toBe(sessionMsMax)
  })

  test('enquiries, contacts and custom requests are deleted after two years, and not earlier', async () => {
    const person = { email: 'asha@post.example', phone: '9876543210', name: 'Asha Pillai' }
    await post('/api/landing/contact', person)
    await post('/api/categoryuserdata', {
      fullname: person.name,
      emailaddress: person.email,
      phoneno: person.phone,
      enquiry: 'Venue',
    })
    await post('/api/custom-requests', { ...person, comment: 'White lilies for Sunday' })
    app.deps.clock.set(after(retention.enquiries.days))
    await keepHouse()
    expect([await count('contact'), await count('enquiry'), await count('custom_request')]).toEqual([1, 1, 1])
    app.deps.clock.set(after(retention.enquiries.days, 1))
    expect(await keepHouse()).toMatchObject({ enquiries: 3 })
    expect([await count('contact'), await count('enquiry'), await count('custom_request')]).toEqual([0, 0, 0])
  })

  test('messages of every status and their files are deleted after half a year', async () => {
    await app.db.transaction(async (tx) => {
      const row = {
        template: 'newsletter-welcome',
        channel: 'email' as const,
        recipient: 'asha@post.example',
        data: '{}',
        attempts: 0,
        next_attempt_at: testNow,
        last_error: null,
        created_at: testNow,
      }
      const states = ['queued', 'sending', 'sent', 'dead', 'by-hand', 'held'] as const
      await tx
        .insertInto('outbox')
        .values(
          states.map((status) => ({
            ...row,
            id: status,
            cause: status,
            status,
            sent_at: status === 'sent' ? testNow : null,
          })),
        )
        .execute()
    })
    const folder = path.join(app.folder, 'outbox')
    mkdirSync(folder, { recursive: true })
    for (const [name, at] of [
      ['old.eml', testNow],
      ['old.chat.txt', testNow],
      ['new.eml', after(retention.messages.days)],
    ] as const) {
      writeFileSync(path.join(folder, name), 'Dear Asha')
      utimesSync(path.join(folder, name), new Date(at), new Date(at))
    }
    app.deps.clock.set(after(retention.messages.days, 1))
    expect(await keepHouse()).toMatchObject({ messages: 6, messageFiles: 2 })
    const rows = await app.db.read.selectFrom('outbox').select('id').orderBy('id').execute()
    expect(rows).toEqual([])
    expect(readdirSync(folder)).toEqual(['new.eml'])
  })

  test('export folders are deleted after a week, and other folders stay', async () => {
    for (const [name, at] of [
      ['export-2026-03-02T06-30-00-000Z', testNow],
      ['export-2026-03-09T06-30-00-000Z', after(retention.exports.days)],
      ['export-plan', testNow],
    ] as const) {
      mkdirSync(path.join(app.folder, name))
      writeFileSync(path.join(app.folder, name, 'data.json'), '{}')
      utimesSync(path.join(app.folder, name), new Date(at), new Date(at))
    }
    app.deps.clock.set(after(retention.exports.days, 1))
    expect(await keepHouse()).toMatchObject({ exports: 1 })
    const left = readdirSync(app.folder).filter((name) => name.startsWith('export'))
    expect(left.sort()).toEqual(['export-2026-03-09T06-30-00-000Z', 'export-plan'])
  })

  test('e-mail counts, codes and the networks that requested codes are deleted after a day', async () => {
    await post('/api/auth/signup', {
      firstname: 'Asha',
      email: 'asha@post.example',
      password: 'ten letters or more',
    })
    const rows = async () => [
      (await app.db.read.selectFrom('letter_count').select('mailbox').execute()).length,
      (await app.db.read.selectFrom('letter_quota').select('network').execute()).length,
      (await app.db.read.selectFrom('one_time_code').select('id').execute()).length,
    ]
    await keepHouse()
    expect(await rows()).toEqual([1, 1, 1])
    app.deps.clock.set(after(1, 1))
    // PostgreSQL also counts the network's calls.
    const counts = app.db.engine === 'postgres' ? 3 : 2
    expect(await keepHouse()).toMatchObject({ counts, codes: 1 })
    expect(await rows()).toEqual([0, 0, 0])
  })

  test('a held e-mail whose code has expired is given up, and other held e-mails stay held', async () => {
    const held = ['one-time-code', 'contact-received'].map((template) => ({
      id: template,
      cause: template,
      template,
      channel: 'email' as const,
      recipient: 'asha@post.example',
      data: '{}',
      status: 'held' as const,
      attempts: 0,
      next_attempt_at: testNow,
      last_error: null,
      created_at: testNow,
      sent_at: null,
    }))
    await app.db.write.insertInto('outbox').values(held).execute()
    expect(await keepHouse()).toMatchObject({ heldCodes: 0 })
    app.deps.clock.set(after(0, 10 * 60_000 + 1))
    expect(await keepHouse()).toMatchObject({ heldCodes: 1 })
    const rows = await app.db.read.selectFrom('outbox').select(['id', 'status']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'contact-received', status: 'held' },
      { id: 'one-time-code', status: 'dead' },
    ])
  })

  test('a waiting list is deleted the day after its batch began', async () => {
    const course = await addCourse(app, { capacity: 1, nextbatch: '2026-04-01' })
    await enrol(app, course.id)
    await waitFor(app, course.id, 'asha@post.example')
    const waiting = async () =>
      (await app.db.read.selectFrom('waiting_list_entry').select('id').execute()).length
    app.deps.clock.set('2026-04-01T06:30:00.000Z')
    await keepHouse()
    expect(await waiting()).toBe(1)
    app.deps.clock.set('2026-04-01T18:30:00.000Z')
    expect(await keepHouse()).toMatchObject({ waiting: 1 })
    expect(await waiting()).toBe(0)
  })

  test('a seat loses its person’s name and contact data after eight years, and keeps its reference', async () => {
    const { id } = await addCourse(app)
    const seat = await enrol(app, id, { questions: 'A seat at the window?' })
    await post('/api/events_enrollments', bookingBody(id))
    app.deps.clock.set(after(retention.seats.days))
    await keepHouse()
    expect((await app.db.read.selectFrom('seat').select('name').execute())[0]?.name).not.toBe('Erased')
    app.deps.clock.set(after(retention.seats.days, 1))
    expect(await keepHouse()).toMatchObject({ seats: 2 })
    const [row] = await app.db.read.selectFrom('seat').selectAll().execute()
    expect(row).toMatchObject({
      reference: seat.reference,
      name: 'Erased',
      email: 'erased@invalid',
      phone: '',
      question: null,
    })
    expect(await keepHouse()).toMatchObject({ seats: 0 })
  })

  test('30 days after their deletion a student is deleted permanently and a class can no longer be restored', async () => {
    const { token } = await signedIn(app, 'owner')
    const as = (method: string, at: string, body?: object) =>
      app.http(method, at, { token, ...(body && { body }) })
    const { data: student } = (
      await as('POST', '/api/admin/students', { name: 'Asha Pillai', email: 'asha@post.example' })
    ).body
    const course = await addCourse(app)
    const impact = (await as('POST', '/api/impacts', { title: 'Weddings', value: '120' })).body.data
    for (const at of [
      `admin/students/${student.id}`,
      `admin/AdminClasses/${course.id}`,
      `impacts/${impact.id}`,
    ]) {
      expect((await as('DELETE', `/api/${at}`)).status).toBe(200)
    }
    const students = async () => (await app.db.read.selectFrom('student').select('id').execute()).length
    const binned = async () => (await app.db.read.selectFrom('bin_entry').select('kind').execute()).length
    app.deps.clock.set(after(retention.bin.days))
    expect(await keepHouse()).toMatchObject({ bin: 0 })
    expect([await binned(), await students()]).toEqual([3, 1])
    app.deps.clock.set(after(retention.bin.days, 1))
    expect(await keepHouse()).toMatchObject({ bin: 4 })
    expect([await binned(), await students()]).toEqual([0, 0])
    expect(
      await app.db.read.selectFrom('course').select('id').where('id', '=', course.id).execute(),
    ).toHaveLength(1)
    const { token: later } = await signedIn(app, 'owner')
    const restored = await app.http('POST', `/api/admin/bin/class/${course.id}/restore`, { token: later })
    expect(restored.status).toBe(404)
  })

  test('a deleted room is deleted permanently after its time in the bin, unless a batch met in it', async () => {
    const { token } = await signedIn(app, 'owner')
    const add = async (name: string) =>
      (await app.http('POST', '/api/admin/rooms', { token, body: { name } })).body.data.id
    const [used, unused] = [await add('Jasmine Studio'), await add('Rose Studio')]
    const course = await addCourse(app)
    await app.db.write
      .updateTable('batch')
      .set({ room_id: used, starts_on: '2026-02-01' })
      .where('course_id', '=', course.id)
      .execute()
    for (const id of [used, unused]) {
      expect((await app.http('DELETE', `/api/admin/rooms/${id}`, { token })).status).toBe(200)
    }
    app.deps.clock.set(after(retention.bin.days, 1))
    await keepHouse()
    const left = await app.db.read.selectFrom('room').select('id').execute()
    expect(left).toEqual([{ id: used }])
  })

  test('sign-in sessions that have ended are deleted, and open sign-in sessions stay', async () => {
    await signedIn(app, 'owner')
    await keepHouse()
    expect(await count('session')).toBe(1)
    app.deps.clock.set(after(400))
    expect(await keepHouse()).toMatchObject({ sessions: 1 })
    expect(await count('session')).toBe(0)
  })

  partOnSqlite(engine, 'unused pictures', () => {
    const bytes = (color: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
        .jpeg()
        .toBuffer()
    const filesOf = (base: string) =>
      readdirSync(path.join(app.folder, 'uploads')).filter((name) => name.startsWith(base))
    async function store(color: string) {
      const picture = await app.deps.pictures.store(await bytes(color), { bytesMax: 1_000_000 })
      await app.db.transaction((tx) => app.deps.pictures.record(tx, picture))
      return picture.base
    }
    const soon = '2029-01-01T00:00:00.000Z'

    test('a picture is kept while a row, a setting or the bin refers to it', async () => {
      const [ofCourse, ofSetting, ofBin] = [await store('red'), await store('green'), await store('blue')]
      const { id } = await addCourse(app)
      await app.db.write.updateTable('course').set({ picture_base: ofCourse }).where('id', '=', id).execute()
      await app.db.write
        .insertInto('setting')
        .values({ name: 'site-picture.hall', value: JSON.stringify([ofSetting]), updated_at: testNow })
        .execute()
      await app.db.write
        .insertInto('bin_entry')
        .values({
          kind: 'instructor',
          record_id: 'gone',
          title: 'Gone',
          data: JSON.stringify({ picture_base: ofBin }),
          deleted_at: soon,
          deleted_by: null,
        })
        .execute()
      app.deps.clock.set(soon)
      expect(await keepHouse()).toMatchObject({ pictures: 0 })
      for (const base of [ofCourse, ofSetting, ofBin]) expect(filesOf(base).length).toBeGreaterThan(2)
    })

    test('a picture to which nothing refers is deleted with its files once it is old enough', async () => {
      const base = await store('red')
      const { base: refused } = await app.deps.pictures.store(await bytes('yellow'), { bytesMax: 1_000_000 })
      writeFileSync(path.join(app.folder, 'uploads', 'something-else.txt'), 'not ours')
      await keepHouse()
      expect(filesOf(base).length).toBeGreaterThan(2)
      app.deps.clock.set(soon)
      expect(await keepHouse()).toMatchObject({ pictures: 2 })
      expect([...filesOf(base), ...filesOf(refused)]).toEqual([])
      expect(await app.db.read.selectFrom('picture').select('base').execute()).toEqual([])
      expect(existsSync(path.join(app.folder, 'uploads', 'something-else.txt'))).toBe(true)
    })

    test('a picture that was just uploaded again stays, because its form may be saved next', async () => {
      const base = await store('red')
      app.deps.clock.set(soon)
      expect(await store('red')).toBe(base)
      // The disk dates files by the computer's clock, so the test gives the file the time of the test's clock.
      const [first = ''] = filesOf(base)
      utimesSync(path.join(app.folder, 'uploads', first), new Date(soon), new Date(soon))
      expect(await keepHouse()).toMatchObject({ pictures: 0 })
      expect(filesOf(base).length).toBeGreaterThan(2)
    })
  })

  describe('the widths of pictures', () => {
    const widen = () => app.app.services.housekeeping.widenPictures()
    const uploads = () => path.join(app.folder, 'uploads')
    const widthsIn = (base: string, ending: string) =>
      readdirSync(uploads())
        .flatMap((name) =>
          name.startsWith(base) && name.endsWith(ending) ? [Number(name.split(/[-.]/)[1])] : [],
        )
        .sort((a, b) => a - b)
    const rowOf = async (base: string) => {
      const query = app.db.read.selectFrom('picture').select('widths').where('base', '=', base)
      return JSON.parse((await query.executeTakeFirstOrThrow()).widths) as number[]
    }
    const countOfChanges = async () => (await app.db.read.selectFrom('change').select('id').execute()).length
    const photograph = (width: number, background: string) =>
      sharp({ create: { width, height: 90, channels: 3, background } })
        .jpeg()
        .toBuffer()
    /** A picture with the four widths that every upload begins with. */
    async function store(width: number, background: string, isPrivate = false) {
      const bytes = await photograph(width, background)
      const picture = await app.deps.pictures.store(bytes, { bytesMax: 1_000_000, isPrivate })
      await app.db.transaction((tx) => app.deps.pictures.record(tx, picture))
      return picture.base
    }

    test('a private, a damaged and a missing picture do not get further widths', async () => {
      const hidden = await store(700, 'red', true)
      const [damaged, gone] = [await store(700, 'green'), await store(700, 'blue')]
      writeFileSync(path.join(uploads(), `${damaged}-700.webp`), 'no picture')
      for (const name of readdirSync(uploads())) if (name.startsWith(gone)) rmSync(path.join(uploads(), name))
      await app.db.write.deleteFrom('picture_file').where('base', '=', gone).execute()
      const before = await countOfChanges()
      expect([await widen(), await widen()]).toEqual([false, false])
      for (const base of [hidden, damaged, gone]) expect(await rowOf(base)).toEqual([320, 700])
      expect(widthsIn(damaged, '.avif')).toEqual([320, 700])
      expect(await countOfChanges()).toBe(before)
    })

    test('older pictures get missing widths one at a time; cached pages become stale only after the last picture', async () => {
      const bases = [await store(700, 'red'), await store(1200, 'green'), await store(40, 'blue')]
      const before = await countOfChanges()
      expect(await widen()).toBe(true)
      expect(await countOfChanges()).toBe(before)
      while (await widen());
      const changesAfter = await countOfChanges()
      expect(changesAfter).toBeGreaterThan(before)
      for (const [n, width] of [700, 1200, 40].entries()) {
        const base = bases[n] as string
        expect(await rowOf(base)).toEqual(widthsFor(width))
        expect(widthsIn(base, '.avif')).toEqual(widthsFor(width))
        for (const ending of ['.webp', '.jpg']) expect(widthsIn(base, ending)).toEqual(plainWidthsFor(width))
        for (const one of widthsFor(width)) {
          const answer = await fetch(`${app.url}/uploads/${base}-${one}.avif`)
          expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(one)
        }
      }
      expect([await widen(), await countOfChanges()]).toEqual([false, changesAfter])
    })

    test('a picture that comes with the program takes its further widths from the program’s own files', async () => {
      await copyFinishedPictures(['posy-close'], app.folder)
      const { base, widths, avifWidths, ...rest } = finishedPicture('posy-close')
      await app.db.transaction((tx) =>
        app.deps.pictures.record(tx, { ...rest, base, widths, avifWidths: widths }),
      )
      // The database stores the pictures in this test, so `tidy` copies the new files into the database.
      await app.deps.pictures.tidy(1e9, Date.parse(testNow))
      expect(widthsIn(base, '.avif')).toEqual(widths)
      expect(await widen()).toBe(false)
      expect(widthsIn(base, '.avif')).toEqual(avifWidths)
      expect(await rowOf(base)).toEqual(avifWidths)
    })

    test('several simultaneous rounds make the same picture files as one round', async () => {
      const base = await store(700, 'red')
      await Promise.all([widen(), widen(), widen(), keepHouse()])
      while (await widen());
      expect(await rowOf(base)).toEqual(widthsFor(700))
      expect(readdirSync(uploads()).filter((name) => name.startsWith('.') && name !== '.private')).toEqual([])
      expect(readdirSync(uploads())).toHaveLength(widthsFor(700).length + 2 * 2)
    })
  })
})
