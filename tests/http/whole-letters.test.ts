import { expect, test } from 'vitest'
import { shortened, shortenedAtWord } from '../../contract/graphemes.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addCourse, enrol } from '../harness/seats.ts'

const site = await countedBuild()
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank', SCHOOL_NAME: 'Malar' }

/** The sign that a reader sees if a character is cut in half. */
const unread = '\ufffd'

onSqlite('characters of several UTF-16 units in shortened texts', { build: site.build, env: upi }, (app) => {
  // A letter before the characters makes a cut at an even length fall inside a character.
  test.each(
    ['𝗕', '\u{1f469}\u200d\u{1f33e}', 'பூ'].flatMap((letter) => [
      ['', letter],
      ['a', letter],
    ]),
  )(
    'in a text that begins with %j, payment links, pages and calendars never cut the character %j in half',
    async (before, letter) => {
      const title = `${before}${letter.repeat(23)}`
      const description = `${before}${letter.repeat(80)} ${letter.repeat(500)}`
      const course = await addCourse(app, { title, description })
      const { id } = await enrol(app, course.id)
      const seat = await app.http('GET', `/api/enrollments/${id}`)
      expect(seat.status, seat.text).toBe(200)
      const note = new URL(seat.body.payment.upi.uri).searchParams.get('tn') ?? ''
      expect(note).not.toContain(unread)
      expect(note.length).toBeLessThanOrEqual(50)

      const paths = ['/calendar.ics', '/calendar', '/classes', `/classes/${course.slug}`, '/']
      const pages = await Promise.all(paths.map((path) => app.http('GET', path)))
      for (const [n, { status, text }] of pages.entries()) {
        expect([status, text.includes(unread)], paths[n]).toEqual([200, false])
      }
      expect(pages[0]?.text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${shortened(description, 500)}`)
      // The browser cuts the description at the same place. The poll waits, because a cached page may be older than the
      // course.
      const isShown = async () =>
        (await app.http('GET', '/calendar')).text.includes(shortenedAtWord(description, 120))
      await expect.poll(isShown).toBe(true)
      const [, described] = /<meta name="description" content="([^"]*)"/.exec(pages[3]?.text ?? '') ?? []
      expect(described?.endsWith(` ${before}${letter.repeat(80)}…`)).toBe(true)
    },
  )
})
