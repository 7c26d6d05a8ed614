import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { query } from '../../../lib/query.ts'
import { Testimonials } from './testimonials.tsx'

const note = 'Showing sample testimonials due to connection issues'
const sample = 'Lakshmi Narayanan'
const failed = 'The testimonials could not be loaded.'

const said = (words: string, rest = {}) => ({
  student_name: 'Divya Krishnan',
  course_name: 'Ikebana',
  feedback_text: words,
  rating: 4,
  ...rest,
})

/** The section after these answers: the rows that were had, and whether the last call failed. */
function shown(rows: object[] | null, error: Error | null = null): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const answer = rows && { success: true, data: rows }
  client
    .getQueryCache()
    .build(client, query('GET /api/Feedback') as never)
    .setState({ data: answer ?? undefined, error, status: error ? 'error' : 'success' } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Testimonials />
    </QueryClientProvider>,
  )
}

describe('a call that fails', () => {
  test.each<[string, object[] | null]>([
    ['nothing was had', null],
    ['an empty list was had', []],
    ['notes of the team alone were had', [{ id: 'n', kind: 'status', title: 'Vases' }]],
  ])('where %s: samples, the orange note, and the red sentence', (_, rows) => {
    const html = shown(rows, new Error('The line is down.'))
    for (const words of [note, sample, 'text-rose-ink">The line is down.']) expect(html).toContain(words)
    expect(html).not.toContain('No testimonials available')
  })

  test.each([
    ['', failed],
    ['The line is down.', 'The line is down.'],
  ])('where testimonials stand (%j): they stay, with the red sentence alone', (message, sentence) => {
    const html = shown([said('So calm'), said('So kind')], new Error(message))
    for (const words of ['So calm', 'So kind', sentence, 'Try again']) expect(html).toContain(words)
    for (const words of [note, sample]) expect(html).not.toContain(words)
  })
})

test('places stand while they load', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <Testimonials />
    </QueryClientProvider>,
  )
  expect(html).toContain('aria-label="Loading testimonials"')
  for (const words of [note, sample, 'No testimonials available']) expect(html).not.toContain(words)
})

test('notes of the team are not shown, whoever looks', () => {
  const html = shown([said('So calm', { kind: 'student' }), said('Buy vases', { kind: 'status' })])
  expect(html).toContain('So calm')
  expect(html).not.toContain('Buy vases')
})

test('an empty list says so, without samples', () => {
  const html = shown([])
  expect(html).toContain('No testimonials available at the moment.')
  expect(html).toContain('Please check back later.')
  for (const words of [note, sample, failed]) expect(html).not.toContain(words)
})

test.each([
  [5, '5'],
  ['4', '4'],
  ['4.5', '4.5'],
  ['9', '5'],
  [-3, '1'],
  ['many', '1'],
])('of the four fields alone, a rating of %j is %s out of 5', (rating, stars) => {
  const html = shown([said('First words', { rating }), said('Other words', { rating: 3 })])
  for (const words of ['First words', 'Other words', 'Divya Krishnan', 'Ikebana'])
    expect(html).toContain(words)
  expect([...html.matchAll(/"([^"]*) out of 5"/g)].map(([, value]) => value)).toEqual([stars, '3'])
})
