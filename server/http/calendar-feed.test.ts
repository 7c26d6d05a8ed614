import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/callers.ts'
import { onSqlite } from '../../tests/harness/on-each-engine.ts'
import { addCourse } from '../../tests/harness/seats.ts'

const shown = (at: ICAL.Time) => (at.isDate ? at.toString() : at.toJSDate().toISOString())

/** Lists the events as a calendar program reads them. */
function eventsOf({ text }: Answer) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      description: event.description,
      location: event.location,
      url: component.getFirstPropertyValue('url'),
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      isAllDay: event.startDate.isDate,
      start: shown(event.startDate),
      end: component.hasProperty('dtend') ? shown(event.endDate) : null,
      stamp: String(component.getFirstPropertyValue('dtstamp')),
    }
  })
}

onSqlite('the calendar feed of all classes', { env: { SITE_URL: 'https://malar.example' } }, (app) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
  })

  const feed = () => app.http('GET', '/calendar.ics')
  const eventOf = async (title: string) => eventsOf(await feed()).find((event) => event.title === title)
  const put = async (id: string, body: object) => {
    const answer = await app.http('PUT', `/api/admin/AdminClasses/${id}`, { token, body })
    expect(answer.status, answer.text).toBe(200)
  }

  test('the calendar feed is a valid calendar file even without a batch', async () => {
    const answer = await feed()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(eventsOf(answer)).toEqual([])
  })

  test.each(['/calendar/nobody-knows-it.ics', '/calendar/%2e%2e.ics'])(
    'the calendar address %s names no event and answers 404',
    async (path) => {
      const answer = await app.http('GET', path)
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    },
  )

  test('an event in the feed begins at the school’s local time, and a calendar program reads its texts unchanged', async () => {
    const title = `Garlands, torans; and \\ more: ${'மாலை '.repeat(20).trim()}`
    await addCourse(app, {
      title,
      description: 'First line\nSecond, with BEGIN:VEVENT in it',
      nextbatch: '2026-03-12',
      startTime: '00:30',
      duration: '2.5 hours',
    })
    const answer = await feed()
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(eventsOf(answer)).toMatchObject([
      {
        title,
        description: 'First line\nSecond, with BEGIN:VEVENT in it',
        url: expect.stringMatching(/^https:\/\/malar\.example\/classes\/garlands-torans-and-more/),
        location: expect.stringContaining('Malar'),
        start: '2026-03-11T19:00:00.000Z',
        end: '2026-03-11T21:30:00.000Z',
        status: 'CONFIRMED',
        sequence: 0,
        stamp: '2026-03-02T06:30:00Z',
      },
    ])
  })

  test.each([
    ['Kolam', null, '3 hours', { isAllDay: true, start: '2026-03-14', end: '2026-03-15' }],
    ['Bonsai', null, '2 days', { isAllDay: true, start: '2026-03-14', end: '2026-03-16' }],
    [
      'Late jasmine',
      '22:00',
      '3 hours',
      { isAllDay: false, start: '2026-03-14T16:30:00.000Z', end: '2026-03-14T19:30:00.000Z' },
    ],
    [
      'A diploma',
      '10:30',
      '12 weeks',
      {
        isAllDay: true,
        start: '2026-03-14',
        end: '2026-03-15',
        description: expect.stringMatching(/^Starts at 10:30 am\.\n/),
      },
    ],
  ])(
    'the event of %s, which starts at %j and lasts %j, has the right end',
    async (title, startTime, duration, event) => {
      await addCourse(app, { title, nextbatch: '2026-03-14', startTime, duration })
      expect(await eventOf(title)).toMatchObject(event)
    },
  )

  test('a batch that moves to another day stays the same calendar event, with a higher sequence number', async () => {
    const { id } = await addCourse(app, { title: 'Ikebana', nextbatch: '2026-03-20', startTime: '10:30' })
    const before = await eventOf('Ikebana')
    app.deps.clock.advance(60_000)
    await put(id, { nextbatch: '2026-03-27' })
    const after = await eventOf('Ikebana')
    expect(after).toMatchObject({ uid: before?.uid, start: '2026-03-27T05:00:00.000Z' })
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
    expect(after?.stamp).not.toBe(before?.stamp)
  })

  test('a deleted class cancels its event, a restore confirms it again, and after 91 days the feed drops it', async () => {
    const { id } = await addCourse(app, { title: 'Wreaths', nextbatch: '2026-03-30' })
    const added = await eventOf('Wreaths')
    await app.http('DELETE', `/api/admin/AdminClasses/${id}`, { token })
    const cancelled = await eventOf('Wreaths')
    expect(cancelled).toMatchObject({ uid: added?.uid, status: 'CANCELLED' })
    expect(cancelled?.sequence).toBeGreaterThan(added?.sequence ?? 0)
    await app.http('POST', `/api/admin/bin/class/${id}/restore`, { token })
    const restored = await eventOf('Wreaths')
    expect(restored).toMatchObject({ uid: added?.uid, status: 'CONFIRMED' })
    expect(restored?.sequence).toBeGreaterThan(cancelled?.sequence ?? 0)

    await app.http('DELETE', `/api/admin/AdminClasses/${id}`, { token })
    const now = app.deps.clock.now()
    app.deps.clock.advance(91 * 24 * 60 * 60_000)
    await app.db.transaction((tx) => app.db.changes.mark(tx, 'courses'))
    expect(await eventOf('Wreaths')).toBeUndefined()
    app.deps.clock.set(now)
    await app.db.transaction((tx) => app.db.changes.mark(tx, 'courses'))
  })

  test('a program with the current calendar feed gets 304 until a course changes', async () => {
    const etag = (await feed()).headers.get('etag') ?? ''
    const again = () => app.http('GET', '/calendar.ics', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await addCourse(app, { title: 'Corsages', nextbatch: '2026-04-02' })
    expect((await again()).status).toBe(200)
  })

  test('a single event can be downloaded as a calendar file, and equals the event in the feed', async () => {
    const { slug } = await addCourse(app, { title: 'Uruli', nextbatch: '2026-04-09' })
    const { batchId } = (await app.http('GET', `/api/courses/${slug}`)).body
    const answer = await app.http('GET', `/calendar/${batchId}.ics`)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z0-9-]+-\d{4}-\d\d-\d\d\.ics"$/,
    )
    expect(eventsOf(answer)).toEqual([await eventOf('Uruli')])
  })

  test('the calendar feed has a name and a refresh interval, and the file of a single event has neither', async () => {
    const { slug } = await addCourse(app, { title: 'Bouquets', nextbatch: '2026-04-11', startTime: '10:00' })
    const { batchId } = (await app.http('GET', `/api/courses/${slug}`)).body
    const propertiesOf = ({ text }: Answer) =>
      new ICAL.Component(ICAL.parse(text))
        .getAllProperties()
        .map(({ name }) => name.toUpperCase())
        .sort()
    const single = ['CALSCALE', 'PRODID', 'VERSION']
    expect(propertiesOf(await app.http('GET', `/calendar/${batchId}.ics`))).toEqual(single)
    const ofFeed = ['METHOD', 'NAME', 'REFRESH-INTERVAL', 'X-PUBLISHED-TTL', 'X-WR-CALNAME', 'X-WR-TIMEZONE']
    expect(propertiesOf(await feed())).toEqual([...single, ...ofFeed].sort())
    // A published calendar names the organizer of each event.
    const organizers = (answer: Answer) => answer.text.match(/^ORGANIZER;CN="[^"]+":mailto:\S+@\S+/gm)?.length
    expect(organizers(await feed())).toBe((await feed()).text.match(/^BEGIN:VEVENT/gm)?.length)
    expect(organizers(await app.http('GET', `/calendar/${batchId}.ics`))).toBeUndefined()
  })
})
