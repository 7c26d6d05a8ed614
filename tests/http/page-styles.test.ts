import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPages } from '../../bench/pages.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { giftPathOf } from '../harness/store.ts'

const build = await loadBuild(path.resolve('build'))
const assets = readdirSync('build/client/assets')
const moreFiles = assets.filter((name) => /^more-.*\.css$/.test(name))
const inlined = build.stylesheet ?? ''
const more = readFileSync(`build/client/assets/${moreFiles[0]}`, 'utf8')

/** Lists the classes for which a style sheet has rules, in the order of the rules. */
const classesOf = (css: string) => [
  ...new Set(
    [...css.matchAll(/\.((?!woff2)(?:\\[^\d]|[a-z_-])(?:\\.|[\w-])*)/gi)].map(([, name = '']) =>
      name.replace(/\\(.)/g, '$1'),
    ),
  ),
]
const first = classesOf(inlined)
const inMore = classesOf(more)
const onlyInMore = new Set(inMore.filter((name) => !first.includes(name)))

const web = path.resolve('web')
const moreCss = path.join(web, 'ui/more.css')
const sourceOf = (file: string) => (file.endsWith('.css') ? '' : readFileSync(file, 'utf8'))
const found = (file: string, pattern: RegExp) =>
  [...sourceOf(file).matchAll(pattern)]
    .map(([, named = '']) => path.resolve(path.dirname(file), named))
    .filter((other) => other.startsWith(web) && !other.includes('?'))
const importedBy = (file: string) =>
  found(file, /^(?:import|export) (?!type )(?:[^'"]*? from )?'(\.[^']+)'/gm)
const loadedBy = (file: string) => found(file, /\bimport\('(\.[^']+)'\)/g)

function withImports(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const next of importedBy(file)) withImports(next, reached)
  return reached
}

/** Lists the source files whose components can be drawn on a page that has only the inlined style sheet. */
function drawnFirst(): Set<string> {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const next of importedBy(file)) follow(next)
    for (const part of loadedBy(file)) if (!withImports(part).has(moreCss)) follow(part)
  }
  for (const file of ['root.tsx', 'entry.client.tsx', 'entry.server.tsx']) follow(path.join(web, file))
  for (const file of globSync('web/routes/*.tsx')) if (!file.includes('.test.')) follow(path.resolve(file))
  return reached
}

describe('the first style sheet, which pages contain, and the later one, which is a file', () => {
  test('the build makes one file of each of the two style sheets', () => {
    expect(moreFiles).toHaveLength(1)
    expect(assets.filter((name) => /^app-.*\.css$/.test(name))).toHaveLength(1)
    expect(onlyInMore.size).toBeGreaterThan(200)
  })

  test('the later style sheet has all utility classes of the first in the same order, and none of its base rules', () => {
    const utilities = classesOf(inlined.slice(inlined.indexOf('@layer utilities'))).filter(
      (name) => name !== 'min-h-dvh',
    )
    expect(utilities.length).toBeGreaterThan(400)
    expect(inMore.filter((name) => utilities.includes(name))).toEqual(utilities)
    for (const base of ['@font-face', '@layer base{', 'color-scheme'])
      expect([base, inlined.includes(base), more.includes(base)]).toEqual([base, true, false])
  })

  test('components that are rendered before the later style sheet loads use only classes of the first one', () => {
    const files = [...drawnFirst()]
    expect(files).toEqual(
      expect.arrayContaining(
        ['features/site/home/offer-cards.tsx', 'features/money/payment/plain-upi.tsx', 'ui/toaster.tsx'].map(
          (file) => path.join(web, file),
        ),
      ),
    )
    expect(files).not.toContain(path.join(web, 'ui/dialog.tsx'))
    const unstyled = files.flatMap((file) => {
      const words = sourceOf(file).split(/[\s"'`]+/)
      return words
        .filter((word) => onlyInMore.has(word))
        .map((word) => `${path.relative(web, file)}: ${word}`)
    })
    expect(unstyled).toEqual([])
  })
})

describe('the styles of a page as it is sent', () => {
  let app: TestApp
  let orderId: string
  beforeAll(async () => {
    app = await startApp({ build, isOwnSchool: true })
    await seedDemo(app.deps, { pictures: false })
    const order = await app.db.read
      .selectFrom('shop_order')
      .select('id')
      .where('status', '=', 'pending')
      .limit(1)
      .executeTakeFirstOrThrow()
    orderId = order.id
  }, 60_000)
  afterAll(() => app.stop())

  /** Lists the requests that block a page's first paint, and the page's classes without a rule. */
  async function sent(at: string) {
    const { status, text } = await app.http('GET', at)
    const head = text.slice(0, text.indexOf('</head>'))
    const html = text.replace(/<style>.*?<\/style>|<script.*?<\/script>/gs, '')
    const classes = new Set(
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
        names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'").split(' '),
      ),
    )
    return {
      status,
      styles: [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css),
      blocking: head.match(/<link rel="stylesheet"[^>]*>|<script[^>]* src=[^>]*>/g) ?? [],
      classes,
      unstyled: [...classes].filter((name) => onlyInMore.has(name)),
    }
  }

  test.each(publicPages.map(({ page }) => page))(
    'the page %s contains its style rules, and loads no file before it is painted',
    async (at) => {
      const { status, styles, blocking, classes, unstyled } = await sent(at)
      expect([at, status]).toEqual([at, at === '/no-such-page' ? 404 : 200])
      expect(styles).toEqual([inlined])
      expect(classes.size).toBeGreaterThan(40)
      expect([blocking, unstyled]).toEqual([[], []])
    },
  )

  test('private pages contain their style rules; the checkout, an order and a gift also load the later style sheet', async () => {
    const link = [`<link rel="stylesheet" href="/assets/${moreFiles[0]}"/>`]
    for (const [at, blocking] of [
      ['/cart', []],
      ['/favourites', []],
      ['/profile', []],
      ['/invitation', []],
      ['/offline', []],
      ['/admin', []],
      ['/receipt/none', []],
      ['/waiting-list/none', []],
      ['/unsubscribe/none', []],
      [`/payment?order=${orderId}`, []],
      ['/checkout', link],
      ['/checkout?product=red-roses', link],
      [`/orders/${orderId}`, link],
      [await giftPathOf(app, orderId), link],
    ] as const) {
      const page = await sent(at)
      expect([at, page.styles.length, page.blocking]).toEqual([at, 1, blocking])
      if (page.blocking.length === 0) expect([at, page.unstyled]).toEqual([at, []])
    }
    expect((await sent(`/orders/${orderId}`)).unstyled).not.toEqual([])
  })
})
