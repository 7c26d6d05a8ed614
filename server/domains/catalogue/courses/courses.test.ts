import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Course, classImageBytesMax } from '../../../../contract/catalogue/courses.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'

const form = {
  title: 'Bridal Bouquets',
  description: 'Hand-tied and wired, in a day.',
  price: '12500.00',
  duration: '3 hours',
  sessions: 2,
  features: 'Spiral\n\nWiring\n',
  nextbatch: '2026-03-20',
  category: 'Workshops',
}

const png = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

onEachEngine('courses', (app, engine) => {
  let owner: string
  let ownerAtFirst: string
  let user: string

  beforeAll(async () => {
    ownerAtFirst = (await signedIn(app, 'owner')).token
    user = (await signedIn(app, 'user')).token
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    owner = ownerAtFirst
    await emptyTables(app, ['registration', 'batch', 'course', 'picture', 'outbox'], 'courses')
    const uploads = path.join(app.folder, 'uploads')
    rmSync(uploads, { recursive: true })
    mkdirSync(uploads)
  })

  /** Sets the clock days ahead and signs in again, because no sign-in lasts that long. */
  async function daysLater(instant: string) {
    app.deps.clock.set(instant)
    owner = (await signedIn(app, 'owner')).token
  }
  const courses = () => app.app.services.courses
  const add = async (body: object = {}) =>
    (await app.http('POST', '/api/admin/AdminClasses/Add', { token: owner, body: { ...form, ...body } })).body
      .data
  const put = (id: string, body: object) =>
    app.http('PUT', `/api/admin/AdminClasses/${id}`, { token: owner, body })
  const shown = async (slug: string) => (await app.http('GET', `/api/courses/${slug}`)).body
  const batchesOf = (courseId: string) =>
    app.db.read
      .selectFrom('batch')
      .selectAll()
      .where('course_id', '=', courseId)
      .orderBy('starts_on')
      .execute()
  const messages = () =>
    app.db.read
      .selectFrom('outbox')
      .select(['template', 'channel', 'recipient', 'data'])
      .orderBy('recipient')
      .execute()
  const everything = async () =>
    JSON.stringify([
      await app.db.read.selectFrom('course').selectAll().orderBy('id').execute(),
      await app.db.read.selectFrom('batch').selectAll().orderBy('id').execute(),
      await app.db.read.selectFrom('picture').selectAll().execute(),
      await messages(),
    ])

  const enrolmentRow = (
    course: { id: string },
    batchId: string,
    status: 'pending' | 'confirmed' | 'expired',
  ) => ({
    id: app.deps.ids.id(),
    reference: app.deps.ids.reference('MAL'),
    course_id: course.id,
    batch_id: batchId,
    kind: 'enrolment' as const,
    name: 'Kayal Devi',
    email: 'kayal@malar.example',
    phone: '9876543210',
    question: null,
    payment_method: 'UPI',
    amount_in_paise: 100,
    status,
    hold_until: status === 'pending' ? '2026-12-31T18:30:00.000Z' : null,
    confirmed_at: null,
    created_at: app.deps.clock.now(),
  })
  /** Inserts a seat as the enrolment endpoint would. */
  async function sit(course: { id: string }, status: 'pending' | 'confirmed' | 'expired') {
    await app.db.transaction(async (tx) => {
      const { batch } = await courses().batchForSale(tx, { courseId: course.id })
      if (status !== 'expired') await courses().takeSeat(tx, batch.id)
      await tx
        .insertInto('registration')
        .values(enrolmentRow(course, batch.id, status))
        .execute()
    })
  }
  async function book(course: { id: string }, status: 'pending' | 'confirmed') {
    await app.db.transaction(async (tx) => {
      const { batch } = await courses().batchForSale(tx, { courseId: course.id })
      await courses().takeSeat(tx, batch.id)
      const seat = enrolmentRow(course, batch.id, status)
      const booking = {
        kind: 'event-booking' as const,
        name: 'Ezhil Kumar',
        payment_method: null,
        transaction_id: seat.id,
      }
      await tx
        .insertInto('registration')
        .values({ ...seat, ...booking, email: 'ezhil@malar.example', phone: '9876543211' })
        .execute()
    })
  }
  async function addBatch(course: { id: string }, starts_on: string | null, values: object = {}) {
    const row = {
      id: app.deps.ids.id(),
      course_id: course.id,
      starts_on,
      starts_at: null,
      capacity: 20,
      taken: 0,
    }
    await app.db.transaction(async (tx) => {
      await tx
        .insertInto('batch')
        .values({ ...row, created_at: app.deps.clock.now(), ...values })
        .execute()
      await app.db.changes.mark(tx, 'courses')
    })
    return row.id
  }

  describe('a refused request about a class', () => {
    test.each([
      ['GET', '/api/admin/AdminClasses'],
      ['POST', '/api/admin/AdminClasses/Add'],
      ['PUT', '/api/admin/AdminClasses/x'],
      ['DELETE', '/api/admin/AdminClasses/x'],
    ])('%s %s is for staff only, and a refusal changes nothing', async (method, at) => {
      const before = await everything()
      const body = method === 'GET' || method === 'DELETE' ? undefined : form
      expect((await app.http(method, at, { body })).status).toBe(401)
      expect((await app.http(method, at, { body, token: user })).status).toBe(403)
      expect(await everything()).toBe(before)
    })

    test.each([
      ['title', undefined, 'Title is required'],
      ['title', '   ', 'Title is required'],
      ['title', 'x'.repeat(121), 'Use at most 120 characters'],
      ['description', '', 'Description is required'],
      ['price', -1, 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['price', '12.345', 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['price', 'free', 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['price', 1e300, 'Enter a price of 0 or more, with at most 2 decimal places'],
      ['duration', undefined, 'Duration is required'],
      ['sessions', 0, 'Enter the number of sessions, 1 or more'],
      ['sessions', 1.5, 'Enter the number of sessions, 1 or more'],
      ['sessions', 'two', 'Enter the number of sessions, 1 or more'],
      ['nextbatch', '20 March', 'Enter a date'],
      ['nextbatch', '2026-02-30', 'That date doesn’t exist. Enter another date.'],
      ['nextbatch', '2026-03-20T00:00:00Z', 'Enter a date'],
      ['capacity', 0, undefined],
      ['capacity', '20', 'Enter a capacity of 1 or more'],
      ['startTime', '25:00', 'Enter a time such as 10:30'],
      ['originalPrice', 'x', 'Enter an original price of 0 or more, with at most 2 decimal places'],
    ])('a class whose %s is %j is refused', async (field, value, sentence) => {
      const before = await everything()
      const answer = await app.http('POST', '/api/admin/AdminClasses/Add', {
        token: owner,
        body: { ...form, [field]: value },
      })
      expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'validation_failed' } })
      expect(answer.body.fields).toHaveProperty(field)
      if (sentence) expect(answer.body).toMatchObject({ error: sentence, message: sentence })
      expect(await everything()).toBe(before)
    })

    test('a class with a file that is no picture, or with a picture that is too large, is refused and leaves no file', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
      const noise = Buffer.alloc(classImageBytesMax + 1, 7)
      const images: [string, number, string][] = [
        [`data:image/png;base64,${svg}`, 415, 'unsupported_image'],
        ['not a picture', 415, 'unsupported_image'],
        [noise.toString('base64'), 431, 'image_too_large'],
      ]
      const course = await add()
      const before = await everything()
      for (const [image, status, code] of images) {
        const added = await app.http('POST', '/api/admin/AdminClasses/Add', {
          token: owner,
          body: { ...form, image },
        })
        expect(added).toMatchObject({ status, body: { code, error: expect.stringMatching(/picture/) } })
        expect(await put(course.id, { title: 'New', image })).toMatchObject({ status, body: { code } })
      }
      expect(await everything()).toBe(before)
      expect(readdirSync(path.join(app.folder, 'uploads'))).toEqual([])
    })

    test('an unknown class and a deleted class are not found', async () => {
      const gone = await add()
      const byId = (id: string) => app.http('GET', `/api/admin/AdminClasses/${id}`, { token: owner })
      expect((await byId(gone.id)).body).toEqual(gone)
      await app.http('DELETE', `/api/admin/AdminClasses/${gone.id}`, { token: owner })
      for (const id of ['nobody', gone.id]) {
        expect((await byId(id)).status).toBe(404)
        expect(await put(id, { title: 'x' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
        expect((await app.http('DELETE', `/api/admin/AdminClasses/${id}`, { token: owner })).status).toBe(404)
      }
      for (const slug of ['nobody', gone.slug, gone.id]) {
        const answer = await app.http('GET', `/api/courses/${slug}`)
        expect(answer.status).toBe(404)
        expect(answer.body.error).toBe('This course is no longer offered. Choose another one.')
      }
      for (const slug of ['..%2f', '%00', 'a'.repeat(101), "a'--"]) {
        expect((await app.http('GET', `/api/courses/${slug}`)).status).toBe(404)
      }
    })

    test('a change of a class with a stale version is refused, and one of two changes at once is stored', async () => {
      const course = await add()
      expect(course.version).toBe(1)
      const both = await Promise.all(['One', 'Two'].map((title) => put(course.id, { title, version: 1 })))
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const before = await everything()
      expect(await put(course.id, { title: 'Late', version: 1 })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      })
      expect(await everything()).toBe(before)
      expect((await put(course.id, { title: 'Fresh', version: 2 })).body.data).toMatchObject({
        title: 'Fresh',
        version: 3,
      })
      expect((await put(course.id, { title: 'Any' })).status).toBe(200)
    })

    test('a capacity below the taken seats is refused with the number of taken seats', async () => {
      const course = await add({ capacity: 5 })
      await sit(course, 'confirmed')
      await sit(course, 'pending')
      const before = await everything()
      expect(await put(course.id, { title: 'Smaller', capacity: 1 })).toMatchObject({
        status: 400,
        body: { fields: { capacity: '2 seats are already taken. Enter a capacity of 2 or more.' } },
      })
      expect(await everything()).toBe(before)
      expect((await put(course.id, { capacity: 2 })).body.data).toMatchObject({ capacity: 2, enrolled: 2 })
    })

    test('a batch cannot move to the day of another batch of its class, nor to a past day while it has students', async () => {
      const course = await add()
      await addBatch(course, '2026-04-01')
      await sit(course, 'pending')
      const before = await everything()
      expect(await put(course.id, { nextbatch: '2026-04-01' })).toMatchObject({
        status: 400,
        body: { fields: { nextbatch: expect.stringContaining('already has a batch on that day') } },
      })
      expect(await put(course.id, { nextbatch: '2026-03-01' })).toMatchObject({
        status: 400,
        body: { fields: { nextbatch: expect.stringContaining('Choose today or a later day') } },
      })
      expect(await everything()).toBe(before)
      expect((await put(course.id, { nextbatch: '2026-03-02' })).status).toBe(200)
    })

    test('a class with paid or held seats in a coming batch cannot be deleted', async () => {
      const course = await add()
      await sit(course, 'confirmed')
      await sit(course, 'confirmed')
      await book(course, 'confirmed')
      await sit(course, 'pending')
      const refused = await app.http('DELETE', `/api/admin/AdminClasses/${course.id}`, { token: owner })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'in_use', details: { paidSeats: 3, heldSeats: 1 } },
      })
      expect(refused.body.error).toMatch(/^This class has 3 paid seats in batches that aren’t over/)

      const held = await add({ title: 'Held' })
      await book(held, 'pending')
      const waiting = await app.http('DELETE', `/api/admin/AdminClasses/${held.id}`, { token: owner })
      expect(waiting).toMatchObject({ status: 409, body: { code: 'in_use' } })
      expect(waiting.body.error).toMatch(/^This class has 1 seat on hold for payment/)
      expect((await app.http('GET', '/api/courses')).body).toHaveLength(2)

      // The class can be deleted after the day of its batch, and its seats stay in the database.
      await daysLater('2026-03-21T06:30:00.000Z')
      const done = await app.http('DELETE', `/api/admin/AdminClasses/${course.id}`, { token: owner })
      expect(done).toMatchObject({ status: 200, body: { success: true } })
      expect(await batchesOf(course.id)).toHaveLength(1)
      const rows = await app.db.read.selectFrom('seat').selectAll().where('kind', '=', 'enrolment').execute()
      expect(rows).toHaveLength(3)
    })

    test('a class that has only expired seats can be deleted', async () => {
      const course = await add()
      await sit(course, 'expired')
      expect(
        (await app.http('DELETE', `/api/admin/AdminClasses/${course.id}`, { token: owner })).status,
      ).toBe(200)
      expect((await app.http('GET', '/api/courses')).body).toEqual([])
    })

    test.each([
      ['cursor=nonsense', 400],
      ['cursor=WzFd', 400],
      ['sort=price', 400],
      ['limit=0', 400],
      ['limit=1001', 400],
    ])('the list of classes refuses the query %s', async (query, status) => {
      const answer = await app.http('GET', `/api/admin/AdminClasses?${query}`, { token: owner })
      expect(answer.status).toBe(status)
    })
  })

  partOnSqlite(engine, 'adding a class', () => {
    test('absent fields of a new class get defaults, and fields that the server sets are ignored in the request', async () => {
      const forged = {
        id: 'mine',
        slug: 'mine',
        enrolled: 9,
        taken: 9,
        version: 9,
        rating: 1,
        deleted_at: 'x',
      }
      const answer = await app.http('POST', '/api/admin/AdminClasses/Add', {
        token: owner,
        body: { ...form, category: ' ', features: undefined, ...forged },
      })
      expect(answer.status).toBe(201)
      expect(answer.body.data).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/),
        slug: 'bridal-bouquets',
        title: 'Bridal Bouquets',
        description: 'Hand-tied and wired, in a day.',
        price: 12500,
        originalPrice: null,
        duration: '3 hours',
        sessions: 2,
        features: [],
        faq: [],
        nextbatch: '2026-03-20',
        startTime: null,
        category: 'General',
        image: null,
        picture: null,
        capacity: 20,
        enrolled: 0,
        instructor: null,
        popular: false,
        isOnSite: true,
        created_at: testNow,
        version: 1,
      })
    })

    test('every field of a class is stored, and shown on the site', async () => {
      const course = await add({
        category: 'special workshops',
        capacity: 8,
        startTime: '10:30',
        instructor: 'Thenmozhi',
        popular: true,
        price: 999.5,
        originalPrice: '1500',
        sessions: '3',
        image: `data:image/png;base64,${(await png('#aa2244')).toString('base64')}`,
      })
      expect(await shown(course.slug)).toEqual({
        id: course.id,
        slug: 'bridal-bouquets',
        title: 'Bridal Bouquets',
        description: 'Hand-tied and wired, in a day.',
        price: '999.50',
        originalPrice: '1500.00',
        duration: '3 hours',
        sessions: 3,
        faq: [],
        features: [{ topic: 'Spiral' }, { topic: 'Wiring' }],
        popular: true,
        nextbatch: '2026-03-20',
        event_time: '10:30',
        batchId: expect.any(String),
        created_at: testNow,
        image: `${course.picture.base.replace('/uploads/', '')}-40.jpg`,
        picture: {
          base: course.picture.base,
          widths: [40],
          width: 40,
          height: 30,
          color: expect.any(String),
        },
        category: 'Workshops',
        capacity: 8,
        enrolled: 0,
        spots_left: 8,
        booking_available: true,
        rating: null,
        instructor: 'Thenmozhi',
        batches: [
          {
            id: expect.any(String),
            date: '2026-03-20',
            startTime: '10:30',
            endsOn: null,
            price: '999.50',
            closedOn: [],
            capacity: 8,
            enrolled: 0,
            spotsLeft: 8,
            state: 'open',
            room: null,
            roomAddress: null,
            instructor: 'Thenmozhi',
            meetingCount: 0,
            meetings: [],
          },
        ],
      })
      const file = await app.http('GET', `/uploads/${course.image}`)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe('image/jpeg')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    })

    test('a class has unlimited seats only if its capacity is sent as null', async () => {
      const { slug } = await add({ capacity: null })
      expect(await shown(slug)).toMatchObject({ capacity: null, spots_left: null, booking_available: true })
    })

    test('a class is found by its id too, even with special characters in the id', async () => {
      const course = await add()
      expect((await shown(course.id)).slug).toBe(course.slug)
      const odd = 'A_b-C_0000000000000000'
      await app.db.write.updateTable('batch').set({ course_id: course.id }).execute()
      await app.db.write
        .insertInto('course')
        .columns([
          'id',
          'slug',
          'title',
          'description',
          'price_in_paise',
          'duration',
          'sessions',
          'features',
          'popular',
          'category',
          'version',
          'created_at',
          'updated_at',
        ])
        .expression((eb) =>
          eb
            .selectFrom('course')
            .select([
              eb.val(odd).as('id'),
              eb.val('odd').as('slug'),
              'title',
              'description',
              'price_in_paise',
              'duration',
              'sessions',
              'features',
              'popular',
              'category',
              'version',
              'created_at',
              'updated_at',
            ])
            .where('id', '=', course.id),
        )
        .execute()
      expect(await shown(odd)).toMatchObject({
        id: odd,
        nextbatch: 'Coming soon',
        capacity: 20,
        spots_left: 20,
        batchId: null,
      })
    })
  })

  describe('adding classes at the same time', () => {
    test('classes with the same title that are added at the same time get different page addresses', async () => {
      const added = await Promise.all(Array.from({ length: 8 }, () => add()))
      const slugs = added.map(({ slug }) => slug)
      expect(new Set(slugs).size).toBe(8)
      expect(slugs).toContain('bridal-bouquets')
      for (const { id, slug } of added) expect((await shown(slug)).id).toBe(id)
    })
  })

  partOnSqlite(engine, 'changing a class', () => {
    test('a change of one field of a class leaves all other fields as they were', async () => {
      const image = (await png('#22aa44')).toString('base64')
      const course = await add({
        capacity: 8,
        startTime: '10:30',
        instructor: 'Thenmozhi',
        popular: true,
        originalPrice: 15000,
        image,
      })
      const changes: Record<string, [unknown, unknown]> = {
        title: ['Other', 'Other'],
        description: ['Other words', 'Other words'],
        price: ['99.90', 99.9],
        originalPrice: [null, null],
        duration: ['2 days', '2 days'],
        sessions: [4, 4],
        features: [
          ['A', { topic: 'B' }],
          ['A', 'B'],
        ],
        faq: [
          [{ question: ' Shears? ', answer: 'No.\n\nWe have them.' }],
          [{ question: 'Shears?', answer: 'No.\nWe have them.' }],
        ],
        popular: [false, false],
        isOnSite: [false, false],
        category: ['diploma courses', 'Diploma Course'],
        instructor: ['', null],
        capacity: [null, null],
        startTime: [null, null],
        nextbatch: ['2026-03-25', '2026-03-25'],
      }
      let expected = course
      for (const [field, [sent, kept]] of Object.entries(changes)) {
        expected = { ...expected, [field]: kept, version: expected.version + 1 }
        const answer = await put(course.id, { [field]: sent })
        expect(answer.status).toBe(200)
        expect(answer.body.data).toEqual(expected)
      }
      expect(expected.slug).toBe('bridal-bouquets')
      expect((await put(course.id, {})).body.data).toEqual({ ...expected, version: expected.version + 1 })
    })

    test('one wrong question of a class refuses all of its questions; good ones are shown in order and audited', async () => {
      const course = await add()
      expect((await shown(course.slug)).faq).toEqual([])
      const one = { question: 'Do I bring shears?', answer: 'No.' }
      for (const [faq, sentence] of [
        [[one, one], 'Two questions are the same. Change or remove one.'],
        [[{ ...one, answer: ' ' }], 'Enter an answer'],
        [[{ ...one, question: 'x'.repeat(121) }], 'Use at most 120 characters for a question'],
        [Array.from({ length: 13 }, () => one), 'Add at most 12 questions'],
      ] as const) {
        const { status, body } = await put(course.id, { faq })
        expect([status, Object.values(body.fields as object)]).toEqual([400, [sentence]])
      }
      const faq = [{ question: 'Is lunch there?', answer: 'Yes.' }, one]
      await put(course.id, { faq })
      expect((await shown(course.slug)).faq).toEqual(faq)
      // The list of courses leaves the questions out.
      expect((await app.http('GET', '/api/courses')).body[0]).not.toHaveProperty('faq')
      const { changes } = await app.db.read
        .selectFrom('audit_entry')
        .select('changes')
        .where('action', '=', 'changed')
        .where('record_id', '=', course.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(changes)).toEqual([
        { field: 'faq', from: null, to: 'Is lunch there?\nYes.\n\nDo I bring shears?\nNo.' },
      ])
      await app.http('DELETE', `/api/admin/AdminClasses/${course.id}`, { token: owner })
      const bin = await app.http('POST', `/api/admin/bin/class/${course.id}/restore`, { token: owner })
      expect([bin.status, (await shown(course.slug)).faq]).toEqual([200, faq])
      await put(course.id, { faq: [] })
      expect((await shown(course.slug)).faq).toEqual([])
    })

    test('a class keeps its picture if none is sent, loses it if null is sent, and gets a new picture if one is sent', async () => {
      const course = await add({ image: (await png('#123456')).toString('base64') })
      for (const body of [
        { title: 'x' },
        { image: '' },
        { image: course.image },
        { image: `/uploads/${course.image}` },
      ]) {
        expect((await put(course.id, body)).body.data.image).toBe(course.image)
      }
      const replaced = (await put(course.id, { image: (await png('#654321')).toString('base64') })).body.data
      expect(replaced.image).not.toBe(course.image)
      expect((await put(course.id, { image: null })).body.data).toMatchObject({ image: null, picture: null })
      // The file of the old picture stays, because a page that is still open may show it.
      expect((await app.http('GET', `/uploads/${course.image}`)).status).toBe(200)
    })

    test('a new day for a class moves its next batch; each student of the batch gets one e-mail and one chat message', async () => {
      const course = await add({ startTime: '10:30' })
      await sit(course, 'confirmed')
      await sit(course, 'expired')
      await book(course, 'pending')
      const [before] = await batchesOf(course.id)
      const moved = await put(course.id, { nextbatch: '2026-03-27' })
      expect(moved.body.data).toMatchObject({ nextbatch: '2026-03-27', enrolled: 2 })
      expect(await batchesOf(course.id)).toEqual([{ ...before, starts_on: '2026-03-27', version: 2 }])
      const sent = await messages()
      expect(sent.map(({ template, channel, recipient }) => [template, channel, recipient]).sort()).toEqual([
        ['batch-moved', 'chat', '9876543210'],
        ['batch-moved', 'chat', '9876543211'],
        ['batch-moved', 'email', 'ezhil@malar.example'],
        ['batch-moved', 'email', 'kayal@malar.example'],
      ])
      expect(JSON.parse(sent.at(-1)?.data ?? '')).toEqual({
        holdUntil: null,
        name: 'Kayal Devi',
        courseTitle: 'Bridal Bouquets',
        batchId: (await app.http('GET', `/api/courses/${course.id}`)).body.batchId,
        from: { day: '2026-03-20', time: '10:30' },
        to: { day: '2026-03-27', time: '10:30', room: null },
        sessions: [],
      })
      // Saving the same day again is not a move. A new start time is a move, and so is the return to the old day.
      await put(course.id, { nextbatch: '2026-03-27', title: 'Renamed' })
      expect(await messages()).toHaveLength(4)
      await put(course.id, { startTime: '11:00' })
      expect(await messages()).toHaveLength(8)
      await put(course.id, { nextbatch: '2026-03-20' })
      await put(course.id, { nextbatch: '2026-03-27' })
      expect(await messages()).toHaveLength(16)
    })

    test('a new day for a class whose batch is over adds a batch with the same hour and capacity, and sends no messages', async () => {
      const course = await add({ capacity: 8, startTime: '10:30' })
      await sit(course, 'confirmed')
      await daysLater('2026-03-25T06:30:00.000Z')
      // A form that sends the past day back changes nothing.
      expect((await put(course.id, { nextbatch: '2026-03-20', title: 'Same' })).body.data).toMatchObject({
        enrolled: 1,
      })
      expect((await put(course.id, { nextbatch: '2026-04-10' })).body.data).toMatchObject({
        nextbatch: '2026-04-10',
        startTime: '10:30',
        capacity: 8,
        enrolled: 0,
      })
      const days = (await batchesOf(course.id)).map(({ starts_on, taken }) => [starts_on, taken])
      expect(days).toEqual([
        ['2026-03-20', 1],
        ['2026-04-10', 0],
      ])
      expect(await messages()).toEqual([])
    })

    test('a new day for a class becomes the date of its undated batch, and the students get messages', async () => {
      const course = await add()
      await daysLater('2026-03-25T06:30:00.000Z')
      await sit(course, 'pending')
      expect(await shown(course.slug)).toMatchObject({
        nextbatch: 'Coming soon',
        enrolled: 1,
        booking_available: true,
      })
      expect((await put(course.id, { nextbatch: '2026-04-10' })).body.data).toMatchObject({ enrolled: 1 })
      expect((await batchesOf(course.id)).map(({ starts_on, taken }) => [starts_on, taken])).toEqual([
        ['2026-03-20', 0],
        ['2026-04-10', 1],
      ])
      expect((await messages()).map(({ data }) => JSON.parse(data).from.day)).toEqual([null, null])
    })
  })

  partOnSqlite(engine, 'classes on the site', () => {
    test('a class shows its next batch, the seats of that batch, and whether it can be booked', async () => {
      const course = await add({ capacity: 2 })
      const card = async () => {
        const { nextbatch, capacity, enrolled, spots_left, booking_available } = await shown(course.slug)
        return [nextbatch, capacity, enrolled, spots_left, booking_available]
      }
      expect(await card()).toEqual(['2026-03-20', 2, 0, 2, true])
      await sit(course, 'pending')
      await sit(course, 'confirmed')
      expect(await card()).toEqual(['2026-03-20', 2, 2, 0, false])
      await addBatch(course, '2026-03-10', { capacity: 5, taken: 1 })
      expect(await card()).toEqual(['2026-03-10', 5, 1, 4, true])
      expect((await shown(course.slug)).batches.map(({ date }: { date: string }) => date)).toEqual([
        '2026-03-10',
        '2026-03-20',
      ])
    })

    test('a class without a coming batch is “Coming soon”, and can be booked', async () => {
      const course = await add({ nextbatch: '2026-02-20' })
      await addBatch(course, '2026-01-20')
      expect(await shown(course.slug)).toMatchObject({
        nextbatch: 'Coming soon',
        booking_available: true,
        batches: [],
      })
      const listed = (await app.http('GET', '/api/courses')).body as Course[]
      const dates = listed.find(({ id }) => id === course.id)?.batches.map(({ date, state }) => [date, state])
      expect(dates).toEqual([['2026-02-20', 'over']])
    })

    test('classes are listed by their coming day and then by title, and classes without a coming day are last', async () => {
      await add({ title: 'B', nextbatch: '2026-03-30' })
      await add({ title: 'Past', nextbatch: '2026-02-01' })
      await add({ title: 'a', nextbatch: '2026-03-30' })
      await add({ title: 'First', nextbatch: '2026-03-03' })
      await add({ title: 'Gone', nextbatch: '2025-02-01' })
      const titles = (await app.http('GET', '/api/courses')).body.map(({ title }: { title: string }) => title)
      expect(titles).toEqual(['First', 'a', 'B', 'Gone', 'Past'])
    })

    test('cached responses change with every change of a class, and at the school’s midnight', async () => {
      const { startDayChange } = await import('../../loops.ts')
      const course = await add({ nextbatch: '2026-03-02' })
      await addBatch(course, '2026-03-09')
      const first = await app.http('GET', '/api/courses')
      const again = await app.http('GET', '/api/courses', {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      })
      expect(again.status).toBe(304)
      await put(course.id, { title: 'Renamed' })
      expect((await app.http('GET', '/api/courses')).body[0]).toMatchObject({
        title: 'Renamed',
        nextbatch: '2026-03-02',
      })

      const told = new Promise<void>((resolve) => {
        const end = app.db.changes.subscribe((topics) => {
          if (!topics.has('courses')) return
          end()
          resolve()
        })
      })
      app.deps.clock.set('2026-03-02T18:29:59.999Z')
      const { stop } = startDayChange(app.deps)
      expect((await shown(course.slug)).nextbatch).toBe('2026-03-02')
      app.deps.clock.set('2026-03-02T18:30:00.000Z')
      // The cached response becomes stale at the school's midnight, although nothing is written.
      await told
      await stop()
      expect((await app.http('GET', '/api/courses')).body[0].nextbatch).toBe('2026-03-09')
      expect((await shown(course.slug)).nextbatch).toBe('2026-03-09')
    })

    test('a class lists the sessions of its first three batches; the sessions of other batches have their own endpoint', async () => {
      const { id: courseId, slug } = await add({ instructor: 'Anu' })
      for (let day = 21; day <= 26; day++) {
        const body = { courseId, day: `2026-03-${day}`, time: '10:00', capacity: 5 }
        expect((await app.http('POST', '/api/admin/batches', { token: owner, body })).status).toBe(201)
      }
      const [running] = await batchesOf(courseId)
      const all = (await batchesOf(courseId)).sort((a, b) =>
        (a.starts_on ?? '') < (b.starts_on ?? '') ? -1 : 1,
      )
      for (const { id, starts_on: day } of all) {
        const meetings = [{ day, from: '10:00', to: '12:00', topic: `Of ${day}` }]
        const saved = await app.http('PUT', `/api/admin/batches/${id}/meetings`, {
          token: owner,
          body: { meetings },
        })
        expect(saved.status, saved.text).toBe(200)
      }
      const counts = async () =>
        (await shown(slug)).batches.map(
          ({ meetingCount, meetings }: { meetingCount: number; meetings: [] }) => [
            meetingCount,
            meetings.length,
          ],
        )
      expect(await counts()).toEqual([...Array(3).fill([1, 1]), ...Array(4).fill([1, 0])])
      const asked = (id: string) => app.http('GET', `/api/batches/${id}/meetings`)
      const last = all.at(-1)?.id ?? ''
      expect((await asked(last)).body).toMatchObject([
        { day: '2026-03-26', from: '10:00', to: '12:00', topic: 'Of 2026-03-26', instructor: 'Anu' },
      ])
      // The page lists a running batch last, so its sessions are not among those of the first three batches.
      app.deps.clock.set('2026-03-20T12:00:00.000Z')
      await app.db.transaction((tx) => app.db.changes.mark(tx, 'courses'))
      expect(await counts()).toEqual([[1, 0], ...Array(3).fill([1, 1]), ...Array(3).fill([1, 0])])
      expect((await asked(running?.id ?? '')).status).toBe(200)

      expect((await asked('no-such-batch')).status).toBe(404)
      await app.db.write
        .updateTable('batch')
        .set({ visible_from: '2026-03-25' })
        .where('id', '=', last)
        .execute()
      await app.db.transaction((tx) => app.db.changes.mark(tx, 'courses'))
      expect([(await asked(last)).status, (await asked(last)).body.error]).toEqual([
        404,
        'We couldn’t find this batch.',
      ])
      await courses().deleteClass(courseId, null)
      expect((await asked(all[1]?.id ?? '')).status).toBe(404)
    })

    test('no address under /uploads reads a file outside the folder', async () => {
      writeFileSync(path.join(app.folder, 'secret'), 'the secret')
      const raw = (at: string) =>
        new Promise<{ status: number; body: string }>((resolve, reject) => {
          const { port } = new URL(app.url)
          request({ host: '127.0.0.1', port, path: at }, (response) => {
            let body = ''
            response.on('data', (chunk) => {
              body += chunk
            })
            response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
          })
            .on('error', reject)
            .end()
        })
      for (const at of [
        '/uploads/../secret',
        '/uploads/%2e%2e/secret',
        '/uploads/..%2fsecret',
        '/uploads/%2e%2e%2fsecret',
        '/uploads/..%5csecret',
        '/uploads//../secret',
        '/uploads/%00',
        '/uploads/',
      ]) {
        const { status, body } = await raw(at)
        expect([at, status >= 400 && status < 500]).toEqual([at, true])
        expect(body).not.toContain('the secret')
      }
    })
  })

  describe('the list of classes in the back office', () => {
    test('the list of classes has pages without gaps or repeats, in both directions and in a search', async () => {
      for (const title of ['Rose', 'anthurium', 'Tulip', 'Lily', 'Jasmine']) {
        app.deps.clock.advance(1000)
        await add({ title, instructor: title === 'Lily' ? '100% Kavitha_' : null })
      }
      const walk = async (query: string) => {
        const titles: string[] = []
        let next: string | null = `/api/admin/AdminClasses?limit=2${query}`
        while (next !== null) {
          const answer: Awaited<ReturnType<typeof app.http>> = await app.http('GET', next, { token: owner })
          expect(answer.body.length).toBeLessThanOrEqual(2)
          titles.push(...answer.body.map((row: { title: string }) => row.title))
          next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
        }
        return titles
      }
      expect(await walk('')).toEqual(['Jasmine', 'Lily', 'Tulip', 'anthurium', 'Rose'])
      expect(await walk('&sort=title')).toEqual(['anthurium', 'Jasmine', 'Lily', 'Rose', 'Tulip'])
      expect(await walk('&sort=-title')).toEqual(['Tulip', 'Rose', 'Lily', 'Jasmine', 'anthurium'])
      expect(await walk('&q=LI')).toEqual(['Lily', 'Tulip'])
      expect(await walk('&q=100%25')).toEqual(['Lily'])
      expect(await walk('&q=a_')).toEqual(['Lily'])
      const all = await app.http('GET', '/api/admin/AdminClasses', { token: owner })
      expect(all.body).toHaveLength(5)
      expect(all.headers.get('link')).toBeNull()
    })
  })

  partOnSqlite(engine, 'the import of classes from a file', () => {
    const row = (cells: object = {}) => ({
      title: 'Garlands',
      category: 'Workshops',
      nextbatch: '16/01/2027',
      price: '1850.50',
      duration: '3 hours',
      description: 'Tied by hand.',
      ...cells,
    })
    const send = (rows: object[], dryRun = false, token: string | null = owner) =>
      app.http('POST', '/api/admin/AdminClasses/import', { token, body: { dryRun, rows } })
    const titles = async () =>
      ((await app.http('GET', '/api/admin/AdminClasses', { token: owner })).body as { title: string }[]).map(
        ({ title }) => title,
      )

    test('importing classes is for staff only, in files of 1 to 1,000 rows', async () => {
      expect((await send([row()], false, null)).status).toBe(401)
      expect((await send([row()], false, user)).status).toBe(403)
      expect((await send([])).status).toBe(400)
      expect((await send(Array.from({ length: 1001 }, () => row()))).status).toBe(400)
      expect(await titles()).toEqual([])
    })

    test('a dry run of an import reports each row’s problems by column, and stores nothing', async () => {
      await add({ title: 'Roses' })
      const before = await everything()
      const { status, body } = await send(
        [
          row(),
          row({ title: '', price: 'a lot' }),
          row({ title: 'roses' }),
          row({ title: 'GARLANDS' }),
          row({
            title: 'Lilies',
            nextbatch: '31/02/2027',
            capacity: 'many',
            popular: 'perhaps',
            sessions: '0',
          }),
          { title: 'Tulips' },
        ],
        true,
      )
      expect(status).toBe(200)
      const there = 'There is already a class with this title, in the back office or earlier in the file'
      expect(body.data).toEqual({
        valid: 1,
        problems: [
          { row: 1, column: 'title', message: 'Title is required' },
          {
            row: 1,
            column: 'price',
            message: 'Enter a price of 0 or more, with at most 2 decimal places',
          },
          { row: 2, column: 'title', message: there },
          { row: 3, column: 'title', message: there },
          { row: 4, column: 'nextbatch', message: 'That date doesn’t exist. Enter another date.' },
          {
            row: 4,
            column: 'sessions',
            message: 'Enter the number of sessions, 1 or more',
          },
          {
            row: 4,
            column: 'capacity',
            message: 'Enter a capacity of 1 or more, or Unlimited',
          },
          { row: 4, column: 'popular', message: 'Enter Yes or No' },
          { row: 5, column: 'nextbatch', message: 'Enter a date' },
          {
            row: 5,
            column: 'price',
            message: 'Enter a price of 0 or more, with at most 2 decimal places',
          },
          { row: 5, column: 'duration', message: 'Duration is required' },
          { row: 5, column: 'description', message: 'Description is required' },
        ],
      })
      expect(await everything()).toBe(before)
    })

    test('an import adds good rows as classes like those from the form; importing the same file again adds nothing', async () => {
      const rows = [
        row({
          features: 'Knots | Colours, bold\nCare',
          faq: 'Shears?\r\nNo.\r\n\r\nLunch?\r\nYes.\r\nAt one.',
          capacity: 'Unlimited',
          popular: 'Yes',
          startTime: '10:30',
        }),
        row({ title: '' }),
        row({ title: 'Wreaths', category: '', sessions: '4', originalPrice: '2000', instructor: 'Kavitha' }),
      ]
      const { body } = await send(rows)
      expect(body.data).toMatchObject({ valid: 2, problems: [{ row: 1, column: 'title' }] })
      const { body: classes } = await app.http('GET', '/api/admin/AdminClasses?sort=title', { token: owner })
      expect(classes).toMatchObject([
        {
          title: 'Garlands',
          price: 1850.5,
          nextbatch: '2027-01-16',
          sessions: 1,
          features: ['Knots', 'Colours, bold', 'Care'],
          faq: [
            { question: 'Shears?', answer: 'No.' },
            { question: 'Lunch?', answer: 'Yes.\nAt one.' },
          ],
          capacity: null,
          popular: true,
          startTime: '10:30',
        },
        {
          title: 'Wreaths',
          category: 'General',
          sessions: 4,
          capacity: 20,
          originalPrice: 2000,
          instructor: 'Kavitha',
          popular: false,
        },
      ])
      const again = await send(rows)
      expect(again.body.data.valid).toBe(0)
      expect(await titles()).toHaveLength(2)
    })

    test('a file of a thousand rows is imported in one request', async () => {
      const { body } = await send(Array.from({ length: 1000 }, (_, n) => row({ title: `Class ${n}` })))
      expect(body.data).toEqual({ valid: 1000, problems: [] })
      expect(await titles()).toHaveLength(1000)
    })
  })

  describe('seats of a batch', () => {
    test('exactly one of 50 callers gets the last seat of a batch', async () => {
      const course = await add({ capacity: 3 })
      await sit(course, 'confirmed')
      await sit(course, 'confirmed')
      const [batch] = await batchesOf(course.id)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, () => app.db.transaction((tx) => courses().takeSeat(tx, batch?.id ?? ''))),
      )
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(refused).toHaveLength(49)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'batch_full' })
      expect((await batchesOf(course.id))[0]?.taken).toBe(3)
    })

    test('an unlimited batch is never full, and a freed seat can be taken again but not freed twice', async () => {
      const unlimited = await add({ title: 'Open', capacity: null })
      for (let count = 0; count < 21; count++) await sit(unlimited, 'pending')
      expect((await shown('open')).enrolled).toBe(21)

      const course = await add({ capacity: 1 })
      const [batch] = await batchesOf(course.id)
      const id = batch?.id ?? ''
      await app.db.transaction((tx) => courses().takeSeat(tx, id))
      const release = () => app.db.transaction((tx) => courses().releaseSeat(tx, id))
      await release()
      expect((await batchesOf(course.id))[0]?.taken).toBe(0)
      await expect(release()).rejects.toThrow('tried to release a seat that is still taken')
      expect((await batchesOf(course.id))[0]?.taken).toBe(0)
      await app.db.transaction((tx) => courses().takeSeat(tx, id))
      expect(await shown(course.slug)).toMatchObject({ enrolled: 1, spots_left: 0 })
    })

    test('20 callers at once for a class without a coming batch share one batch without a date', async () => {
      const course = await add({ nextbatch: '2026-02-01' })
      const sold = () =>
        app.db.transaction(async (tx) => (await courses().batchForSale(tx, { courseId: course.id })).batch)
      const batches = await Promise.all(Array.from({ length: 20 }, sold))
      expect(new Set(batches.map(({ id }) => id)).size).toBe(1)
      expect(batches[0]).toMatchObject({ starts_on: null, capacity: 20, taken: 0 })
      expect(await sold()).toMatchObject({ id: batches[0]?.id })
    })

    test('a sale that is rolled back leaves no taken seat and no new batch', async () => {
      const course = await add({ nextbatch: '2026-02-01' })
      await expect(
        app.db.transaction(async (tx) => {
          const { batch } = await courses().batchForSale(tx, { courseId: course.id })
          await courses().takeSeat(tx, batch.id)
          throw new Error('the payment form broke')
        }),
      ).rejects.toThrow('broke')
      expect((await batchesOf(course.id)).map(({ starts_on }) => starts_on)).toEqual(['2026-02-01'])
    })

    test('a class deleted at the moment when seats are taken is either deleted without seats, or kept with the seats', async () => {
      for (let round = 0; round < 8; round++) {
        const course = await add({ title: `Round ${round}` })
        const [deleted, ...seats] = await Promise.allSettled([
          courses().deleteClass(course.id, null),
          ...[1, 2, 3].map(() =>
            app.db.transaction(async (tx) => {
              const { batch } = await courses().batchForSale(tx, { courseId: course.id })
              await courses().takeSeat(tx, batch.id)
              await tx
                .insertInto('registration')
                .values(enrolmentRow(course, batch.id, 'pending'))
                .execute()
            }),
          ),
        ])
        const seated = seats.filter(({ status }) => status === 'fulfilled').length
        expect([deleted?.status, seated > 0]).toEqual(seated > 0 ? ['rejected', true] : ['fulfilled', false])
      }
    })

    test('selling a seat returns the title and the price of the class, and its next batch', async () => {
      const course = await add()
      const sold = (courseId: string) => app.db.transaction((tx) => courses().batchForSale(tx, { courseId }))
      expect(await sold(course.id)).toEqual({
        course: {
          id: course.id,
          slug: 'bridal-bouquets',
          title: 'Bridal Bouquets',
          priceInPaise: 1_250_000,
        },
        batch: expect.objectContaining({ starts_on: '2026-03-20', taken: 0 }),
      })
      await expect(sold('nobody')).rejects.toMatchObject({
        code: 'not_found',
        message: 'This course is no longer offered. Choose another one.',
      })
    })
  })
})
