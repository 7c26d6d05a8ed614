import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { SeatRefusal } from './seat-refusal.tsx'

const nothing = () => undefined

const shown = (body: object, status = 409) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <MemoryRouter>
        <SeatRefusal
          error={new ApiError(status, body)}
          courseId="ikebana"
          onChoose={nothing}
          onWait={nothing}
          onAnother={nothing}
        >
          Nothing else to do.
        </SeatRefusal>
      </MemoryRouter>
    </QueryClientProvider>,
  )

/** The labels of the buttons and links, with the addresses of the links. */
const waysIn = (html: string) =>
  [...html.matchAll(/<(?:a|button)\b([^>]*)>(.*?)<\/(?:a|button)>/g)].map(
    ([, attributes = '', label = '']) => {
      const href = /href="([^"]*)"/.exec(attributes)?.[1]?.replace('&amp;', '&')
      return href ? `${label}: ${href}` : label
    },
  )

const held = {
  code: 'already_enrolled',
  error: 'You already have a seat (MAL-1). Pay for it, or add a person.',
}
const seat = { id: 'seat-1', kind: 'enrolment', reference: 'MAL-1' }

test.each([
  [
    'the browser that holds the seat',
    { ...seat, isDue: true },
    ['Pay now: /payment?enrollment=seat-1', 'Add a person'],
  ],
  [
    'the browser with a seat that others can join',
    { ...seat, isDue: true, canAdd: true },
    ['Pay now: /payment?enrollment=seat-1', 'Add a person: /payment?enrollment=seat-1#add-person'],
  ],
  [
    'a visitor who owes nothing',
    { ...seat, isDue: false },
    ['View your seat: /payment?enrollment=seat-1', 'Add a person'],
  ],
  ['a stranger', undefined, ['Add a person']],
  [
    'a visitor who holds as many seats and orders as allowed',
    { toPay: [seat, { id: 'o-1', kind: 'order', reference: 'MAL-2' }] },
    ['Pay for MAL-1: /payment?enrollment=seat-1', 'Pay for MAL-2: /payment?order=o-1'],
  ],
])('the refusal of a seat offers next steps to %s', (_, details, ways) => {
  const html = shown({ ...held, details })
  expect(waysIn(html)).toEqual(ways)
  expect(html).toMatch(/You haven’t been charged/)
})

test('the message that the visitor already holds a seat does not look like an error; other refusals do', () => {
  const failed = shown({ code: 'internal', error: 'Something went wrong.' }, 500)
  const noFailure = shown({ ...held, details: { ...seat, isDue: true } })
  const byNobody = shown({
    code: 'already_enrolled',
    error: 'If you already have a seat with these details, we’ve e-mailed you the link to it.',
  })
  const many = shown({ ...held, details: { toPay: [seat] } })
  expect(failed).toContain('bg-rose-tint')
  for (const html of [noFailure, byNobody, many]) expect(html).not.toMatch(/bg-rose-tint|again|failed/i)
})

test('a refused seat without a next step shows the fallback text of its dialog', () => {
  expect(shown({ code: 'internal', error: 'Something went wrong.' }, 500)).toContain('Nothing else to do.')
})

test('the refusal of a seat in a batch that is not on sale loads the open dates', () => {
  expect(shown({ code: 'batch_changed', error: 'Enrolment is closed.' })).toContain(
    'Looking for other batches',
  )
})
