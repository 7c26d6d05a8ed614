import { beforeEach, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, confirm, enrol } from '../../../../tests/harness/seats.ts'

const meena = 'meena@mail.example'

onEachEngine('deleting an instructor with sessions to come', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  let devi: string
  let asha: string
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, ['registration', 'meeting', 'batch', 'course', 'outbox', 'bin_entry'], 'courses')
    await emptyTables(app, ['instructor'], 'instructors')
    devi = await addInstructor('Devi Raman')
    asha = await addInstructor('Asha Pillai')
  })

  const as = (method: string, path: string, body?: object, token: string | null = staff.token) =>
    app.http(method, `/api/admin/${path}`, { token, ...(body && { body }) })
  async function addInstructor(name: string): Promise<string> {
    const email = `${name.toLowerCase().replace(' ', '.')}@malar.example`
    return (await as('POST', 'instructors', { name, email })).body.data.id
  }
  const remove = (replacement?: string, token?: string | null) =>
    as(
      'DELETE',
      `instructors/${devi}${replacement === undefined ? '' : `?replacement=${replacement}`}`,
      undefined,
      token,
    )
  const restore = () => as('POST', `bin/instructor/${devi}/restore`)
  const batchOf = async (courseId: string) => (await as('GET', `batches?course=${courseId}`)).body.data[0]
  const shown = async (slug: string) => (await app.http('GET', `/api/courses/${slug}`)).body
  const at = (day: string, more: object = {}) => ({ day, from: '10:00', to: '12:00', ...more })

  /** Adds a class of the instructor Devi with a paid student. The class has met once and has two future sessions. */
  async function addClass(title = 'Garlands', more: object = {}) {
    const course = await addCourse(app, { title, nextbatch: '2026-03-12', ...more })
    const { id } = await batchOf(course.id)
    await as('PUT', `batches/${id}`, { instructorId: devi })
    const seat = await enrol(app, course.id, { email: meena })
    await confirm(app, seat.id, staff.token)
    const meetings = [at('2026-02-26'), at('2026-03-12'), at('2026-03-19', { instructorId: devi })]
    expect((await as('PUT', `batches/${id}/meetings`, { meetings })).status).toBe(200)
    await emptyTables(app, ['outbox'])
    return { course, id, slug: course.slug }
  }
  const told = async () => (await lettersTo(app, meena)).map(({ data }) => data['changes'])

  test('one of ten deletions of an instructor at once succeeds, and every session has one instructor', async () => {
    const { id } = await addClass()
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(asha)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect((await as('GET', `batches/${id}`)).body.data).toMatchObject({
      instructorId: asha,
      meetings: [{}, { instructorId: null }, { instructorId: asha }],
    })
    expect(await told()).toHaveLength(1)
  })

  partOnSqlite(engine, 'one deletion of an instructor at a time', () => {
    test('deleting an instructor needs the right, and the replacement must be an instructor who exists', async () => {
      await addClass()
      const desk = await signedIn(app, 'front-desk')
      for (const [token, status] of [
        [null, 401],
        [user.token, 403],
        [desk.token, 403],
      ] as const) {
        expect((await remove(asha, token)).status).toBe(status)
      }
      const question = await remove()
      expect([question.status, question.body.code, question.body.error]).toEqual([
        409,
        'in_use',
        'Devi Raman still teaches Garlands on Thursday 12 March 2026. Choose who takes over.',
      ])
      for (const wrong of ['unknown', devi]) {
        const refused = await remove(wrong)
        expect([refused.status, refused.body.fields]).toEqual([
          400,
          { replacement: 'That instructor is no longer on the list. Choose another one.' },
        ])
      }
      expect((await shown((await addCourse(app)).slug)).title).toBe('Bridal Bouquets')
      expect(await told()).toEqual([])
    })

    test('the replacement teaches the coming sessions, as the pages and one e-mail say, and past sessions stay unchanged', async () => {
      const { id, slug } = await addClass()
      expect((await shown(slug)).batches[0].instructor).toBe('Devi Raman')
      expect((await remove(asha)).status).toBe(200)
      const [batch] = (await shown(slug)).batches
      expect(batch.instructor).toBe('Asha Pillai')
      expect(batch.meetings.map((one: { instructor: string }) => one.instructor)).toEqual([
        'Devi Raman',
        'Asha Pillai',
        'Asha Pillai',
      ])
      expect(await told()).toEqual([[{ was: 'With Devi Raman', now: 'With Asha Pillai' }]])
      expect((await as('GET', `batches/${id}`)).body.data).toMatchObject({ instructorId: asha })
    })

    test('a restored instructor gets back the class, the batch and the sessions', async () => {
      const { id, slug } = await addClass('Garlands', { instructor: 'Devi Raman' })
      const before = (await as('GET', `batches/${id}`)).body.data
      await remove(asha)
      expect((await shown(slug)).instructor).toBe('Asha Pillai')
      expect((await restore()).status).toBe(200)
      const after = (await as('GET', `batches/${id}`)).body.data
      expect(after.instructorId).toBe(devi)
      expect(after.meetings.slice(1)).toEqual(before.meetings.slice(1))
      expect((await shown(slug)).instructor).toBe('Devi Raman')
      expect((await shown(slug)).batches[0].instructor).toBe('Devi Raman')
      expect((await told()).at(-1)).toEqual([{ was: 'With Asha Pillai', now: 'With Devi Raman' }])
    })

    test('an instructor can be deleted before the replacement is known, and the e-mail says so', async () => {
      const { id, slug } = await addClass('Garlands', { instructor: 'Devi Raman' })
      expect((await remove('nobody')).status).toBe(200)
      expect((await shown(slug)).batches[0].instructor).toBeNull()
      expect(await told()).toEqual([[{ was: 'With Devi Raman', now: 'Instructor to be announced' }]])
      expect((await restore()).status).toBe(200)
      expect((await as('GET', `batches/${id}`)).body.data.instructorId).toBe(devi)
      expect((await shown(slug)).instructor).toBe('Devi Raman')
    })

    test('a class that names the deleted instructor only in its text is changed to name the replacement', async () => {
      const course = await addCourse(app, {
        title: 'Ribbons',
        nextbatch: '2026-03-12',
        instructor: 'devi raman',
      })
      expect((await remove()).status).toBe(409)
      expect((await remove(asha)).status).toBe(200)
      expect(await shown(course.slug)).toMatchObject({ instructor: 'Asha Pillai' })
    })

    test.each(['\u00c9lise', 'E\u0301LISE'])(
      'a class whose text names the deleted instructor as %s is changed to name the replacement',
      async (instructor) => {
        const named = { name: 'Élise', email: 'elise@malar.example' }
        const { id } = (await as('POST', 'instructors', named)).body.data
        const course = await addCourse(app, { title: 'Ribbons', nextbatch: '2026-03-12', instructor })
        expect((await as('DELETE', `instructors/${id}`)).status).toBe(409)
        expect((await as('DELETE', `instructors/${id}?replacement=${asha}`)).status).toBe(200)
        expect(await shown(course.slug)).toMatchObject({ instructor: 'Asha Pillai' })
      },
    )

    test('a duplicate instructor is deleted without a replacement, and the class keeps its teacher', async () => {
      await addInstructor('Devi Raman')
      const course = await addCourse(app, {
        title: 'Ribbons',
        nextbatch: '2026-03-12',
        instructor: 'Devi Raman',
      })
      expect((await remove()).status).toBe(200)
      expect(await shown(course.slug)).toMatchObject({ instructor: 'Devi Raman' })
    })

    test('an instructor who teaches elsewhere at the time of a session cannot be the replacement, and nothing changes', async () => {
      const { id } = await addClass()
      const other = await addCourse(app, { title: 'Bouquets', nextbatch: '2026-03-19' })
      const meetings = [at('2026-03-19', { from: '11:00', to: '13:00', instructorId: asha })]
      await as('PUT', `batches/${(await batchOf(other.id)).id}/meetings`, { meetings })
      const refused = await remove(asha)
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        {
          replacement:
            'Asha Pillai teaches “Bouquets” on Thursday 19 March 2026, 11:00 am to 1:00 pm. Choose another instructor or time.',
        },
      ])
      expect((await as('GET', `batches/${id}`)).body.data.instructorId).toBe(devi)
      expect((await as('GET', `instructors/${devi}`)).status).toBe(200)
      expect(await told()).toEqual([])
    })

    test('an instructor whose sessions are over or cancelled is deleted without a replacement', async () => {
      const { id } = await addClass()
      await as('POST', `batches/${id}/cancel`, { reason: 'Rain' })
      expect((await remove()).status).toBe(200)
      const past = await addCourse(app, { title: 'Past', nextbatch: '2026-03-03' })
      await as('PUT', `batches/${(await batchOf(past.id)).id}`, { instructorId: asha })
      expect((await as('DELETE', `instructors/${asha}`)).status).toBe(409)
      app.deps.clock.set('2026-03-04T06:30:00.000Z')
      const { token } = await signedIn(app, 'staff')
      expect((await as('DELETE', `instructors/${asha}`, undefined, token)).status).toBe(200)
    })
  })
})
