import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/setup/browser.mjs'
import { letters } from '../../server/domains/letters.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { createMailFolder } from '../../server/platform/mail.ts'
import { csvCell } from '../../web/admin/list/csv.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { bookingBody, enrolmentBody } from '../harness/seats.ts'
import { addDeliveryPlan, giftPathOf, orderBody } from '../harness/store.ts'
import { root, scratchFolder } from './server-process.ts'
import { sized } from './size.ts'

/** Texts that call `pwn()` somewhere in a page if they are not escaped. */
const scripts = [
  '<script>pwn()</script>',
  '</script><script>pwn()</script>',
  '<!--<script>pwn()//',
  '--><script>pwn()</script><!--',
  '<img src=x onerror=pwn()>',
  '<svg/onload=pwn()>',
  '<svg><script>pwn()</script></svg>',
  '<body onload=pwn()>',
  '<iframe srcdoc="<script>pwn()</script>">',
  '<iframe src=javascript:pwn()>',
  '<a href=javascript:pwn()>x</a>',
  '<details open ontoggle=pwn()>',
  '<input autofocus onfocus=pwn()>',
  '<style onload=pwn()></style>',
  '</style><script>pwn()</script>',
  '</title><script>pwn()</script>',
  '</textarea><script>pwn()</script>',
  '<math><mtext></p><script>pwn()</script>',
  '<meta http-equiv=refresh content=0;url=//evil>',
  '<base href=//evil.example>',
  '<form action=//evil><button>x',
  '<link rel=stylesheet href=//evil>',
  '<template><script>pwn()</script></template>',
  'javascript:pwn()',
  'data:text/html,<script>pwn()</script>',
  '\u2028pwn()\u2029</script>',
  '\\u003cscript\\u003epwn()',
  '&lt;script&gt;pwn()&lt;/script&gt;',
  '&#60;script&#62;pwn()&#60;/script&#62;',
  '{{constructor.constructor("pwn()")()}}',
  '${pwn()}',
  '`;pwn();//',
  "';pwn();//",
  '";pwn();//',
]
/**
 * The beginnings of a text before a script: none, the end of a double-quoted attribute, and of a single-quoted
 * attribute.
 */
const ways = ['', '"><', "'>"]
const payloads = ways.flatMap((way) => scripts.map((script) => way + script)).slice(0, 100)

/** Removes line breaks, because a person's name has one line. */
const named = (text: string) => text.replace(/[\u2028\u2029]/g, ' ')

/** Makes a harmless text of the same length. A page with the harmless text must have the same elements. */
const harmless = (payload: string) => String(payloads.indexOf(payload)).padStart(payload.length, 'n')

interface Filled {
  app: TestApp
  slugs: string[]
  enrolmentIds: string[]
  postSlugs: string[]
  productSlugs: string[]
  /** The addresses of the pages of orders with the first four texts. */
  orderPages: string[]
}

/**
 * Makes a school in which every text is one of `texts`, entered by every form and endpoint. With `isForPages`, only
 * texts that public pages show are entered: no enquiries, no waiting people, no payments of bookings, and no steps of
 * an order.
 */
async function fill(texts: string[], { isForPages }: { isForPages: boolean }): Promise<Filled> {
  const app = await startApp({
    build: await loadBuild(path.join(root, 'build')),
    env: { SITE_URL: 'https://malar.example', ALLOW_SIMULATED_PAYMENTS: '1' },
  })
  const { token } = await signedIn(app, 'owner')
  const send = async (method: string, at: string, body: object) => {
    const answer = await app.http(method, at, { body, token })
    expect(answer.status, `${method} ${at} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(300)
    return answer.body.data
  }
  const slugs: string[] = []
  const enrolmentIds: string[] = []
  const postSlugs: string[] = []
  const productSlugs: string[] = []
  const orderPages: string[] = []
  const slots = await addDeliveryPlan(app)
  const enter = async (text: string, index: number) => {
    const course = await send('POST', '/api/admin/AdminClasses/Add', {
      title: named(text),
      description: text,
      duration: named(text).slice(0, 60),
      features: [named(text)],
      instructor: named(text),
      price: 100,
      sessions: 1,
      nextbatch: '2026-04-01',
      category: 'Workshops',
      capacity: 2,
    })
    slugs[index] = course.slug
    const enrolment = await send('POST', '/api/enrollments', {
      ...enrolmentBody(course.id),
      fullName: named(text),
      questions: text,
    })
    enrolmentIds[index] = enrolment.id
    const post = await send('POST', '/api/admin/blog', {
      title: named(text),
      excerpt: named(text),
      body: `${text}\n\n- ${text}\n\n> ${text}\n\n## ${text}`,
      status: 'published',
    })
    postSlugs[index] = post.slug
    const booking = await send('POST', '/api/events_enrollments', {
      ...bookingBody(course.id),
      firstName: named(text).slice(0, 60),
      lastName: named(text).slice(0, 60),
      specialRequirements: text,
    })
    const bought = await sell(app, token, slots.afternoon, text, { isForPages })
    productSlugs[index] = bought.slug
    if (index < 4) {
      await store(app, index, text)
      orderPages.push(...bought.pages)
    }
    if (isForPages) return
    await send('POST', `/api/admin/events_enrollments/${booking.id}/payment`, {
      method: 'upi',
      reference: named(text),
      note: text,
    })
    await send('POST', '/api/waiting-list', {
      courseId: course.id,
      fullName: named(text),
      email: 'm@m.example',
      phone: '9876543210',
    })
    // The e-mail address contains the text without the characters that an address may not have.
    const email = `m${index}${text.replace(/[\s@<>()[\],;:"\\]|\p{C}/gu, '')}@m.example`
    await send('POST', '/api/landing/contact', {
      name: named(text),
      phone: '9876543210',
      email,
    })
    await send('POST', '/api/landing/email', { email })
  }
  const atOnce = 10
  for (let from = 0; from < texts.length; from += atOnce)
    await Promise.all(texts.slice(from, from + atOnce).map((text, at) => enter(text, from + at)))
  // The marked topics make answers from before stale.
  await app.db.transaction(async (tx) => {
    for (const topic of ['school', 'feedback', 'instructors', 'impacts', 'event-pricing', 'courses'])
      await app.db.changes.mark(tx, topic)
  })
  return { app, slugs, enrolmentIds, postSlugs, productSlugs, orderPages }
}

/**
 * Orders a product of the store; without `isForPages`, the order is also paid and delivered. Returns the product's
 * slug, and the pages of the order.
 */
async function sell(
  app: TestApp,
  token: string,
  slotId: string,
  text: string,
  { isForPages }: { isForPages: boolean },
) {
  const call = async (method: string, at: string, body?: object) => {
    const answer = await app.http(method, at, { body, token })
    expect(answer.status, `${method} ${at} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const product = await call('POST', '/api/admin/products', {
    name: named(text),
    description: text,
    badge: named(text).slice(0, 30),
    care: text,
    substitution: text,
    isCustom: true,
    customLabel: named(text).slice(0, 60),
    price: 500,
    stockquantity: 5,
  })
  const { data } = await call('POST', '/api/orders', {
    ...orderBody({ slotId, lines: [{ productId: product.id, quantity: 1, answer: named(text) }] }),
    recipientName: named(text),
    address: named(text),
    area: named(text),
    landmark: named(text),
    occasion: named(text).slice(0, 60),
    cardMessage: text,
    requirements: text,
    customername: named(text),
  })
  if (isForPages) return { slug: product.slug as string, pages: [] }
  const giftPath = await giftPathOf(app, data.id)
  await call('POST', `/api${giftPath}/message`, { message: text })
  await call('POST', `/api/admin/orders/${data.id}/payment`, { method: 'cash', note: text })
  const press = (kind: string) =>
    call('POST', `/api/admin/florist/orders/${data.id}/presses`, {
      kind,
      at: app.deps.clock.now(),
      note: text,
    })
  for (const kind of ['not-reached', 'tied', 'delivered']) await press(kind)
  return { slug: product.slug as string, pages: [`/orders/${data.id}`, giftPath] }
}

/** Writes the texts of small records into the database. */
async function store(app: TestApp, index: number, text: string) {
  const { write } = app.db
  const at = app.deps.clock.now()
  const id = app.deps.ids.id()
  await write
    .insertInto('student_feedback')
    .values({
      id,
      student_name: text,
      course_name: text,
      feedback_text: text,
      rating: 5,
      created_at: at,
      deleted_at: null,
    })
    .execute()
  await write
    .insertInto('instructor')
    .values({
      id,
      name: text,
      email: 'i@m.example',
      phone: text,
      specialization: text,
      bio: text,
      highlights: JSON.stringify([text]),
      experience_years: 3,
      hourly_rate_in_paise: 100,
      picture_base: null,
      is_active: 1,
      created_at: at,
      deleted_at: null,
    })
    .execute()
  await write
    .insertInto('impact')
    .values({ id, slot: index + 1, title: text, value: text, created_at: at })
    .execute()
  await write
    .insertInto('event_price')
    .values({ slot_key: `slot${index}`, position: index, label: text, price: text })
    .execute()
}

let browser: Browser
let page: Page
let hostile: Filled
let tame: Filled
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findBrowser(process.execPath),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  page = await browser.newPage()
  hostile = await fill(payloads, { isForPages: false })
  tame = await fill(payloads.map(harmless), { isForPages: true })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await hostile?.app.stop()
  await tame?.app.stop()
})

/** Opens a page that notes each script that runs in it. */
async function watched(ran: string[]): Promise<Page> {
  const visitor = await browser.newPage()
  await visitor.exposeFunction('pwn', () => ran.push(visitor.url()))
  visitor.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  return visitor
}

interface Parsed {
  /** The number of each kind of element, named by the tag and its attributes. */
  elements: Record<string, number>
  addresses: string[]
  data: string
  text: string
}

/** Parses the documents as a browser does, without running their scripts. */
function parse(...documents: string[]): Promise<Parsed[]> {
  return page.evaluate(
    (sources) =>
      sources.map((source) => {
        const parsed = new DOMParser().parseFromString(source, 'text/html')
        const elements: Record<string, number> = {}
        const addresses: string[] = []
        for (const element of parsed.querySelectorAll('*')) {
          const name = `${element.localName} ${element.getAttributeNames().sort().join(' ')}`
          elements[name] = (elements[name] ?? 0) + 1
          for (const attribute of ['href', 'src', 'action', 'formaction', 'srcdoc']) {
            const value = element.getAttribute(attribute)
            if (value !== null) addresses.push(value)
          }
        }
        return {
          elements,
          addresses,
          data: parsed.getElementById('page-data')?.textContent ?? '',
          text: parsed.body.textContent ?? '',
        }
      }),
    documents,
  )
}

const executable = /^\s*(?:javascript|vbscript|data:(?!image\/))/i

async function expectSameElements(hostileUrl: string, tameUrl: string): Promise<Parsed> {
  const bad = await hostile.app.http('GET', hostileUrl)
  const good = await tame.app.http('GET', tameUrl)
  expect(bad.status).toBe(good.status)
  const [parsed, expected] = (await parse(bad.text, good.text)) as [Parsed, Parsed]
  expect(parsed.elements, hostileUrl).toEqual(expected.elements)
  expect(parsed.addresses.filter((address) => executable.test(address))).toEqual([])
  expect(() => JSON.parse(parsed.data) as unknown, hostileUrl).not.toThrow()
  return parsed
}

describe('a hundred scripts in every stored text', () => {
  test('the list of scripts has a hundred different entries', () => {
    expect(new Set(payloads).size).toBe(100)
  })

  test('pages with stored scripts have the same elements and attributes as pages with harmless texts', async () => {
    const classes = await expectSameElements('/classes', '/classes')
    // The pages must show the entered texts.
    for (const payload of payloads) {
      const shown = payload.replace(/\s+/g, ' ').trim()
      expect(classes.text.replace(/\s+/g, ' '), payload).toContain(shown)
    }
    for (const at of [
      '/',
      '/about',
      '/contact',
      '/shop',
      '/store',
      '/cart',
      '/checkout',
      '/calendar',
      '/blog',
      '/payment',
      '/signin',
      '/admin',
    ])
      await expectSameElements(at, at)
  })

  test('pages of courses, posts, products and payments have the same elements with scripts as with harmless texts', async () => {
    for (let index = 0; index < payloads.length; index += sized(12, 1)) {
      await expectSameElements(`/classes/${hostile.slugs[index]}`, `/classes/${tame.slugs[index]}`)
      await expectSameElements(`/blog/${hostile.postSlugs[index]}`, `/blog/${tame.postSlugs[index]}`)
      await expectSameElements(`/store/${hostile.productSlugs[index]}`, `/store/${tame.productSlugs[index]}`)
      const payment = (filled: Filled) => `/payment?enrollment=${filled.enrolmentIds[index]}&amount=`
      await expectSameElements(
        payment(hostile) + encodeURIComponent(payloads[index] as string),
        payment(tame) + encodeURIComponent(harmless(payloads[index] as string)),
      )
    }
  })

  test('a browser runs none of the stored scripts', async () => {
    const ran: string[] = []
    const paths = [
      '/',
      '/classes',
      '/about',
      '/blog',
      ...hostile.slugs.slice(0, 5).map((slug) => `/classes/${slug}`),
      ...hostile.postSlugs.slice(0, 5).map((slug) => `/blog/${slug}`),
      '/store',
      ...hostile.productSlugs.slice(0, 5).map((slug) => `/store/${slug}`),
      ...hostile.orderPages,
    ]
    // A browser mostly waits for pages, so four pages are open at once.
    const visitors = await Promise.all(Array.from({ length: 4 }, () => watched(ran)))
    await Promise.all(
      visitors.map(async (visitor) => {
        for (let at = paths.pop(); at !== undefined; at = paths.pop()) {
          await visitor.goto(hostile.app.url + at, { waitUntil: 'networkidle' })
          expect(new URL(visitor.url()).pathname).toBe(at)
        }
      }),
    )
    const [visitor] = visitors as [Page, ...Page[]]
    expect(ran).toEqual([])
    // Control: one of the scripts runs in a page that does not escape it.
    await visitor.goto('about:blank')
    await visitor.setContent(payloads[4] as string, { waitUntil: 'networkidle' })
    await expect.poll(() => ran.length).toBe(1)
    for (const one of visitors) await one.close()
  })

  test('every e-mail with stored scripts has only allowed elements, a subject of one line and the usual headers', async () => {
    const rows = await hostile.app.db.read.selectFrom('outbox').selectAll().execute()
    expect(rows.length).toBeGreaterThan(8 * payloads.length)
    const sender = {
      schoolName: '</title><script>pwn()</script>',
      phone: '"><img onerror=pwn()>',
      siteUrl: 'https://malar.example',
      address: ['<script>pwn()</script>'],
      mapQuery: '"><script>pwn()</script>',
      whatToBring: '<img src=x onerror=pwn()>',
      sign: () => '"><script>pwn()</script>',
    }
    const allowed = new Set([
      'html lang',
      'head ',
      'meta charset',
      'meta content name',
      'title ',
      'body style',
      'div style',
      'h1 style',
      'strong style',
      'img alt height src style width',
      'p ',
      'p style',
      'table style',
      'tbody ',
      'tr ',
      'td ',
      'td style',
      'a href style',
      'br ',
    ])
    const folder = scratchFolder()
    const mail = createMailFolder(folder)
    try {
      const templates = new Set<string>()
      const documents: string[] = []
      for (const row of rows) {
        const message = letters.render(row.template, JSON.parse(row.data), sender, { hasTypedWords: true })
        expect(message.subject).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/)
        if (message.html !== null) documents.push(message.html)
        templates.add(row.template)
        if (row.channel !== 'email') continue
        await mail.send({
          ...message,
          // The test reads only the head of the file, which is the same without the HTML and its logo.
          html: null,
          id: row.id,
          from: { name: sender.schoolName, address: 'school@malar.example' },
          to: row.recipient,
          at: new Date(row.created_at),
        })
      }
      for (const { elements, addresses } of await parse(...documents)) {
        expect(Object.keys(elements).filter((name) => !allowed.has(name))).toEqual([])
        for (const address of addresses)
          expect(address).toMatch(
            /^(tel:$|cid:logo@malar$|https:\/\/(malar\.example|www\.google\.com\/maps\/search)(\/|$))/,
          )
      }
      expect([...templates].sort()).toEqual([
        'booking-confirmed',
        'booking-received',
        'contact-received',
        'enrolment-received',
        'newsletter-welcome',
        'order-ready',
        'order-received',
        'order-status',
        'school-notice',
        'waiting-list-joined',
      ])
      for (const name of readdirSync(folder)) {
        const [head = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n\n')
        const names = head
          .split('\n')
          .filter((line) => !/^\s/.test(line))
          .map((line) => line.slice(0, line.indexOf(':')))
          // `Content-Transfer-Encoding` and `Reply-To` are only in the head of an e-mail without HTML, which goes to
          // the school.
          .filter((name) => !/^(List-Unsubscribe|Content-Transfer-Encoding$|Reply-To$)/.test(name))
        expect([...names].sort(), head).toEqual([
          'Auto-Submitted',
          'Content-Type',
          'Date',
          'From',
          'MIME-Version',
          'Message-ID',
          'Subject',
          'To',
        ])
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('no cell of an exported CSV file starts a formula', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|" /C calc"!A1']
    for (const text of [...payloads, ...formulas]) {
      const cell = csvCell(text)
      const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(shown).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r]/)
      expect(shown.replace(/^'/, '')).toBe(text.replace(/^'/, ''))
    }
  })
})
