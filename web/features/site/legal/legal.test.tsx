import { globSync, readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { noFallbacks } from '../../../../contract/school/fallbacks.ts'
import { type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import demonstration from '../../../../server/db/seed/data/settings.json' with { type: 'json' }
import { fallbacksQuery } from '../../../lib/fallbacks.ts'
import { keptInBrowser } from '../../../lib/kept-in-browser.ts'
import { schoolQuery } from '../../../lib/school.ts'
import { browser, keptFor, retention as keptTexts } from './kept.en.ts'
import { Privacy, Terms } from './legal.tsx'

const school = {
  parts: { store: true },
  pictures: { logo: null },
  name: 'Malar',
  address: ['14 Malligai Street'],
  email: 'hello@malar.example',
  phone: '+91 44 2461',
}

/** Renders a page with the facts of the school. */
function markupOf(
  page: ReactNode,
  { of = school, texts = demonstration.texts }: { of?: object; texts?: object } = {},
): string {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })
  client.setQueryData(schoolQuery().queryKey, of as never)
  client.setQueryData(fallbacksQuery().queryKey, { ...noFallbacks, texts })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  )
}
const shown = () => markupOf(<Privacy />).toLowerCase()
const partsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) =>
    inner.replaceAll('&amp;', '&'),
  )

test('the privacy page has eleven sections in order, its date, and the school’s e-mail and phone', () => {
  const html = markupOf(<Privacy />)
  expect(partsOf(html, 'h1')).toEqual(['Privacy Policy'])
  expect(html).toContain('Last updated: December 2024')
  expect(partsOf(html, 'h2').map((heading) => heading.replace(/<.*?>/g, ''))).toEqual([
    expect.stringMatching(/^1\. Introduction/),
    expect.stringMatching(/^2\. Information we collect/),
    expect.stringMatching(/^3\. How we use/),
    expect.stringMatching(/^4\. Sharing/),
    expect.stringMatching(/^5\. Cookies/),
    expect.stringMatching(/^6\. Security/),
    expect.stringMatching(/^7\. Your rights/),
    expect.stringMatching(/^8\. How long we keep/),
    expect.stringMatching(/^9\. External links/),
    expect.stringMatching(/^10\. Updates/),
    expect.stringMatching(/^11\. Contact/),
  ])
  for (const words of [school.email, school.phone]) expect(html).toContain(words)
})

test('the terms page has eleven rules on delivery and six on refunds, with hours and limits', () => {
  const html = markupOf(<Terms />)
  expect(partsOf(html, 'h1')).toEqual(['Terms & Services'])
  expect(partsOf(html, 'h2')).toEqual(['Delivery Terms', 'No Refund Policy', 'Contact'])
  const [delivery = '', refunds = ''] = partsOf(html, 'ol')
  expect([partsOf(delivery, 'li').length, partsOf(refunds, 'li').length]).toEqual([11, 6])
  for (const point of [
    'every day, from 9:00 AM to 6:00 PM',
    'before 3:00 PM can be delivered on the same day',
    'standard, express and midnight',
    'fee depends on the location and the type',
    'A re-delivery fee may apply',
    'within 24 hours of the delivery and send photos',
  ])
    expect(delivery).toContain(point)
  for (const point of [
    'Same-day and next-day orders can’t be cancelled or refunded',
    'cancel an order that you placed in advance within 24 hours of placing it',
    'a replacement or store credit, at our discretion',
    'We don’t give refunds in any other case',
  ])
    expect(refunds).toContain(point)
  for (const words of [school.email, ...school.address]) expect(html).toContain(words)
})

test('a school of its own has no date, hours or ways of delivery that it has not chosen', () => {
  expect(markupOf(<Privacy />, { texts: {} })).not.toContain('Last updated')
  const [delivery = ''] = partsOf(markupOf(<Terms />, { texts: {} }), 'ol')
  expect(partsOf(delivery, 'li')).toHaveLength(7)
  expect(delivery).not.toMatch(/AM|PM|express|midnight/)
  const withoutStore = markupOf(<Terms />, { of: { ...school, parts: { store: false } }, texts: {} })
  expect(partsOf(withoutStore, 'h2')).toEqual(['Contact'])
})

test('the privacy page says for each kind of data what is kept, how long and why', () => {
  const html = shown()
  for (const kind of Object.keys(retention) as RetentionKind[]) {
    const { what, why } = keptTexts[kind]
    for (const words of [what, why, keptFor(kind, retention[kind].days)])
      expect(html).toContain(words.toLowerCase())
  }
})

test.each([
  ['enquiries', '2 years'],
  ['waiting', 'Until the batch has begun, and no longer than 2 years'],
  ['newsletter', 'Until you unsubscribe'],
] as const)('data of the kind “%s” is kept %s', (kind, words) => {
  expect(keptFor(kind, retention[kind].days)).toBe(words)
})

describe('the data that the browser keeps', () => {
  const names: string[] = Object.values(keptInBrowser).flat()

  test('the privacy page lists all data that the browser keeps, and until when', () => {
    const html = shown()
    for (const text of Object.values(browser)) expect(html).toContain(`<li>${text}</li>`.toLowerCase())
  })

  test('each name of stored data is listed once', () => {
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })

  test('the code reaches the browser’s storage only through the module that lists all names of stored data', () => {
    const own = 'web/lib/storage.ts'
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && file !== own)
    expect(files.length).toBeGreaterThan(300)
    const direct = files.filter((file) =>
      /(?:local|session)Storage\s*[.[]|indexedDB|document\.cookie\s*=/.test(readFileSync(file, 'utf8')),
    )
    // The shell sets the one cookie, which the page names.
    expect(direct).toEqual(['web/admin/shell.tsx'])
  })

  test('every listed name of stored data is still used in the code', () => {
    const code = globSync('web/**/*.{ts,tsx}')
      .filter((file) => file !== 'web/lib/kept-in-browser.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect(names.filter((name) => !code.includes(name.replace('*', '')))).toEqual([])
  })

  test('the privacy page names the data that the popup “Stay in touch” asks for and stores', () => {
    const html = shown()
    expect(html).toContain('your name, phone number and e-mail address when you leave them in the window')
    expect(html).toContain('when you last closed or sent the window')
  })
})
