import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Fallbacks, noFallbacks } from '../../../../contract/school/fallbacks.ts'
import demonstration from '../../../../server/db/seed/data/settings.json' with { type: 'json' }
import { fallbacksQuery } from '../../../lib/fallbacks.ts'
import { query } from '../../../lib/query.ts'
import { notLoaded } from '../../../ui/ui.en.ts'
import { Testimonials } from './testimonials.tsx'

const note = 'Showing sample testimonials due to connection issues'
const sample = 'Lakshmi Narayanan'
const failed = 'We couldn’t load the testimonials.'

const testimonial = (words: string, rest = {}) => ({
  student_name: 'Divya Krishnan',
  course_name: 'Ikebana',
  feedback_text: words,
  rating: 4,
  ...rest,
})

type Kept = Pick<Fallbacks, 'testimonials'>

/** Renders the section with the rows of an earlier answer and the error of the last call. */
function shown(
  rows: object[] | null,
  error: Error | null = null,
  fallbacks: Kept = demonstration.fallbacks,
): string {
  const client = new QueryClient({
    defaultOptions: { queries: { retryOnMount: false, queryFn: () => null } },
  })
  client.setQueryData(fallbacksQuery().queryKey, fallbacks as Fallbacks)
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

describe('testimonials that cannot be loaded', () => {
  test.each<[string, object[] | null]>([
    ['no earlier answer', null],
    ['an earlier empty list', []],
    ['an earlier list with notes of the team only', [{ id: 'n', kind: 'status', title: 'Vases' }]],
  ])('a failed load after %s shows samples, a note and the error', (_, rows) => {
    const html = shown(rows, new Error('The line is down.'))
    for (const words of [note, sample, 'text-rose-ink">The line is down.']) expect(html).toContain(words)
    expect(html).not.toContain('No testimonials available')
  })

  test.each([
    ['', failed],
    ['The line is down.', 'The line is down.'],
  ])(
    'a failed refresh with the error %j keeps the shown testimonials and adds only the error',
    (message, sentence) => {
      const html = shown([testimonial('So calm'), testimonial('So kind')], new Error(message))
      for (const words of ['So calm', 'So kind', sentence, 'Try again']) expect(html).toContain(words)
      for (const words of [note, sample]) expect(html).not.toContain(words)
    },
  )
})

test('placeholders are shown while the testimonials load', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <Testimonials />
    </QueryClientProvider>,
  )
  expect(html).toContain('aria-label="Loading testimonials"')
  for (const words of [note, sample, 'No testimonials available']) expect(html).not.toContain(words)
})

test('status notes of the team are not shown among the testimonials', () => {
  const html = shown([
    testimonial('So calm', { kind: 'student' }),
    testimonial('Buy vases', { kind: 'status' }),
  ])
  expect(html).toContain('So calm')
  expect(html).not.toContain('Buy vases')
})

test('an empty list of testimonials says so and shows no samples', () => {
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
])('a testimonial with a rating of %j is shown with %s out of 5', (rating, stars) => {
  const html = shown([testimonial('First words', { rating }), testimonial('Other words', { rating: 3 })])
  for (const words of ['First words', 'Other words', 'Divya Krishnan', 'Ikebana'])
    expect(html).toContain(words)
  expect([...html.matchAll(/"([^"]*) out of 5"/g)].map(([, value]) => value)).toEqual([stars, '3'])
})

test('a school that is not the demonstration shows no samples: nothing for an empty list, and only the failure if a load failed', () => {
  expect(shown([], null, noFallbacks)).toBe('')
  const html = shown(null, new Error('The line is down.'), noFallbacks)
  for (const words of [notLoaded, 'The line is down.', 'Try again']) expect(html).toContain(words)
  for (const words of [note, sample, 'carousel', 'Next testimonial']) expect(html).not.toContain(words)
})

test('a single testimonial has no buttons, because there is nothing to scroll to', () => {
  expect(shown([testimonial('Calm.')])).not.toMatch(/<button|tabindex/i)
  expect(shown([testimonial('Calm.', { id: 'a' }), testimonial('Bright.', { id: 'b' })])).toMatch(
    /<button.*tabindex|tabindex.*<button/is,
  )
})
