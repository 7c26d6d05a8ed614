import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../contract/index.ts'
import { shareFactsOfPage } from '../../contract/site/share-pictures.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { addSlot, addZone } from '../harness/delivery.ts'
import { rowsWith } from '../harness/letter-examples.ts'
import { lettersTo, newestLetterTo } from '../harness/letters.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import {
  at,
  found,
  gaps,
  gapsIn,
  ofTheProduct,
  pagesOf,
  saidOfTheDemonstration,
  type Walk,
  wordsOf,
} from '../harness/said-of-demonstration.ts'
import { addCourse, addUndatedCourse, enrol } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'
import { buyerOf } from '../harness/store.ts'

const build = await loadBuild(path.resolve('build'))

const open = {
  isOpen: 'true',
  hasHall: 'true',
  hasStore: 'true',
  hasSampleShop: 'true',
  hasJournal: 'true',
  hasPopup: 'true',
}
const typed = {
  name: 'Neela',
  city: 'Pune',
  address: '3 Lotus Lane\nPune 411001',
  phone: '+91 20 5550 0199',
  email: 'hello@neela.example',
}

/** Sells a seat at the desk, and returns the address of its receipt. */
async function sellSeat(app: TestApp): Promise<string> {
  const { token } = await signedIn(app, 'owner')
  const { id } = await enrol(app, (await addCourse(app, { title: 'Corsages', price: 90_000 })).id)
  app.deps.clock.advance(1000)
  const paid = { token, body: { method: 'cash' } }
  expect((await app.http('POST', `/api/admin/enrollments/${id}/payment`, paid)).status).toBe(200)
  const { text } = await newestLetterTo(app, 'meena@mail.example')
  return /\/receipt\/\S+/.exec(text)?.[0] ?? ''
}

/**
 * Makes a school that is only half set up: no logo, no hours, no tagline, and a course without date, price and topics.
 */
async function halfSetUp(app: TestApp): Promise<Walk> {
  await storeSettings(app, { ...open, ...typed })
  const course = await addUndatedCourse(app)
  return { slugs: { classes: course.slug }, others: [await sellSeat(app)] }
}

/** Makes a school that has one record of each kind. */
async function oneOfEach(app: TestApp): Promise<Walk> {
  await storeSettings(app, {
    ...open,
    ...typed,
    whatsapp: '+91 98 5550 0199',
    tagline: 'Flowers, slowly',
    upiId: 'neela@bank',
  })
  const { token } = await signedIn(app, 'owner')
  const add = async (to: string, body: object) => {
    const answer = await app.http('POST', to, { token, body })
    expect(answer.status, `${to} ${answer.text}`).toBeLessThan(300)
    return answer.body.data
  }
  const course = await addCourse(app, {
    title: 'Buttonholes',
    description: 'Six buttonholes.',
    price: 120_000,
  })
  const instructor = await add('/api/admin/instructors', {
    name: 'Rhea Kulkarni',
    email: 'rhea@neela.example',
  })
  await add('/api/impacts', { title: 'Buttonholes tied', value: '37' })
  await add('/api/student-feedback', {
    student_name: 'Tara Joshi',
    course_name: 'Buttonholes',
    rating: 4,
    feedback_text: 'Small and lovely.',
  })
  const post = await add('/api/admin/blog', {
    title: 'Rain',
    body: 'It rained.',
    tags: ['Weather'],
    status: 'published',
    author: instructor.id,
  })
  await addZone(app)
  await addSlot(app)
  const product = await addProduct(app, 5, 'Moss bowl')
  const { body } = await app.http('GET', '/api/products')
  expect(product).toBe(body[0].id)
  return {
    slugs: { classes: course.slug, blog: post.slug, 'blog/tag': 'weather', store: body[0].slug },
    others: [await sellSeat(app)],
  }
}

const states: Record<string, (app: TestApp) => Promise<Walk>> = {
  'which is not open yet': () => Promise.resolve({ slugs: {} }),
  'open with nothing typed': async (app) => {
    await storeSettings(app, open)
    return { slugs: {}, others: [await sellSeat(app)] }
  },
  'half set up': halfSetUp,
  'with one row of each kind': oneOfEach,
}

const files = ['/sitemap.xml', '/robots.txt', '/blog/feed.xml', '/manifest.webmanifest', '/calendar.ics']
const env = { SCHOOL_UPI_ID: 'poonga@bank', PAYMENT_PROVIDER: 'upi' }

describe.each(Object.entries(states))('a school of its own %s', (_, fill) => {
  let app: TestApp
  let walk: Walk
  beforeAll(async () => {
    app = await startApp({ isOwnSchool: true, build, env })
    walk = await fill(app)
  })
  afterAll(() => app.stop())

  test('no page contains a text of the demonstration or a gap', async () => {
    const faults: string[] = []
    for (const page of pagesOf(walk)) {
      const { text } = await app.http('GET', page)
      faults.push(...at(page, [...saidOfTheDemonstration(text), ...gapsIn(text)]))
    }
    expect(faults).toEqual([])
  })

  test('no file, no link preview picture and no public answer contains a text of the demonstration', async () => {
    const faults: string[] = []
    for (const file of files) {
      const { text } = await app.http('GET', file)
      faults.push(
        ...at(file, [...saidOfTheDemonstration(text), ...found([/mailto:\s|LOCATION:\s*$|""/m], text)]),
      )
    }
    const { schoolName: name, ...sender } = await app.app.services.school.sender()
    const school = { ...(await app.app.services.school.current()), ...sender, name }
    const shown = await app.app.services.school.fallbacks()
    for (const page of pagesOf(walk)) {
      const shared = shareFactsOfPage(page, school as never, shown)
      faults.push(...at(`picture of ${page}`, saidOfTheDemonstration(JSON.stringify(shared))))
    }
    for (const { method, path: call, access } of endpoints) {
      if (method !== 'GET' || access !== 'public' || call === ofTheProduct) continue
      const { text } = await app.http('GET', call.replace(/:\w+/g, 'none'))
      faults.push(...at(call, saidOfTheDemonstration(text)))
    }
    expect(faults).toEqual([])
  })
})

test('the home page offers a hall only once the school has said something about it', async () => {
  const app = await startApp({ isOwnSchool: true, build, env })
  try {
    await storeSettings(app, open)
    const { token } = await signedIn(app, 'owner')
    const home = async () => (await app.http('GET', '/')).text
    expect(await home()).not.toContain('View Venue')
    const body = { mornings: { label: 'Mornings 9:00 AM - 1:00 PM', price: '4000' } }
    const { status, text } = await app.http('PUT', '/api/admin/event-pricing', { token, body })
    expect(status, text).toBe(200)
    await vi.waitFor(async () => expect(await home()).toContain('View Venue'), { timeout: 10_000 })
  } finally {
    await app.stop()
  }
})

/**
 * Sentences that promise an e-mail. A school without a mail server shows none of these sentences, except in policies
 * and the journal.
 */
const promisesOfEmail = [
  /\bour (?:latest )?e-mail\b|e-mailed you|we’ll e-mail|sent you|send you a (?:code|link)|spam folder/i,
]

describe('a school that is not the demonstration, without a mail server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ isOwnSchool: true, build, env })
  })
  afterAll(() => app.stop())

  test('no page promises an e-mail, and pages that need an e-mail name the phone', async () => {
    await storeSettings(app, { ...open, ...typed })
    const undated = await addUndatedCourse(app)
    const { id } = await enrol(app, undated.id)
    const needing = ['/find', '/forgot-password', '/signup']
    const others = [
      '/orders/none',
      `/payment?enrollment=${id}`,
      '/payment?order=none',
      '/payment?enrollment=none',
    ]
    const walk = pagesOf({ slugs: { classes: undated.slug }, others: [...needing, ...others] })
    const faults: string[] = []
    for (const page of walk) {
      if (/^\/(?:privacy|terms)/.test(page)) continue
      faults.push(...at(page, found(promisesOfEmail, wordsOf((await app.http('GET', page)).text))))
    }
    expect(faults).toEqual([])
    for (const page of needing) {
      const text = wordsOf((await app.http('GET', page)).text)
      expect(text, page).toContain('This needs an e-mail from us, and we can’t send any right now.')
      expect(text, page).toContain(typed.phone)
    }
  })
})

onSqlite('the demonstration', { build }, (app) => {
  test('control: the walk finds the demonstration’s own texts on each page of the demonstration that has them', async () => {
    for (const page of [
      '/',
      '/classes',
      '/about',
      '/contact',
      '/store',
      '/blog',
      '/shop',
      '/privacy',
      '/terms',
    ])
      expect(saidOfTheDemonstration((await app.http('GET', page)).text).length, page).toBeGreaterThan(2)
    const { text } = await app.http('GET', '/about')
    expect(saidOfTheDemonstration(text)).toContain('Farah Siddiqui')
    expect(gapsIn('<h2> </h2><a href="tel:">Call</a><p>A school in .</p>')).toHaveLength(3)
  })
})

onSqlite(
  'e-mails of a school that is not the demonstration',
  { isOwnSchool: true, env, freshForEachTest: true },
  (app) => {
    /** Renders every queued e-mail, as its reader gets it. */
    async function letters(): Promise<[to: string, text: string, html: string][]> {
      const rows = await app.db.read.selectFrom('outbox').selectAll().execute()
      const sender = await app.app.services.school.sender()
      return rows.map(({ template, data, recipient, channel, has_typed_words }) => {
        const opened = JSON.parse(data.startsWith('{') ? data : app.deps.seal.open(data))
        const how = { hasTypedWords: has_typed_words === 1 }
        const { subject, text, html } = app.deps.letters.render(template, opened, sender, how)
        return [`${template} by ${channel} to ${recipient}`, `${subject}\n${text}`, html]
      })
    }

    async function ask(): Promise<void> {
      const person = { fullname: 'Uma Rao', emailaddress: 'uma@mail.example', phoneno: '9876543210' }
      const enquiry = {
        ...person,
        enquiry: 'Course',
        question: 'Is there a class on Sunday?',
        day: '',
        website: '',
      }
      const asked = await app.http('POST', '/api/categoryuserdata', { body: enquiry })
      expect(asked.status, asked.text).toBeLessThan(300)
      const subscribed = await app.http('POST', '/api/landing/email', { body: { email: 'uma@mail.example' } })
      expect(subscribed.status).toBe(200)
    }

    test('no kind of letter has a gap if the school has neither phone nor address', async () => {
      await storeSettings(app, open)
      const own = await app.app.services.school.sender()
      const faults = Object.entries(rowsWith('Uma Rao', 'Buttonholes')).flatMap(([kind, data]) => {
        const { subject, text, html } = app.deps.letters.render(kind, data, own, { hasTypedWords: true })
        const lines = [subject, ...text.split('\n')].flatMap((line) => found([...gaps, /: *$/], line))
        return at(kind, [...saidOfTheDemonstration(subject + text + html), ...gapsIn(html), ...lines])
      })
      expect(faults).toEqual([])
    })

    test.each([
      ['has nothing typed', {}],
      ['has name, address, phone and e-mail', typed],
    ])('e-mails greet and sign without a gap while the school %s', async (_, settings) => {
      await storeSettings(app, { ...open, ...settings })
      await signedIn(app, 'owner')
      const course = await addCourse(app, { price: 0 })
      const undated = await addUndatedCourse(app)
      await enrol(app, course.id)
      await enrol(app, undated.id)
      await ask()
      const product = await addProduct(app, 5, 'Moss bowl')
      await addZone(app)
      const slotId = await addSlot(app)
      await buyerOf(app, () => ({ items: [{ productId: product, quantity: 1 }], slotId })).post()
      const all = await letters()
      expect(all.length).toBeGreaterThan(5)
      const faults = all.flatMap(([which, text, html]) =>
        at(which, [
          ...saidOfTheDemonstration(text),
          ...saidOfTheDemonstration(html),
          ...gapsIn(html),
          ...text.split('\n').flatMap((line) => found([...gaps, /: *$/], line)),
        ]),
      )
      expect(faults).toEqual([])
      expect(await lettersTo(app, 'uma@mail.example')).not.toEqual([])
    })
  },
)
