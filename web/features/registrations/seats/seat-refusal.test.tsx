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

/** Labels of its buttons and links, and where the links lead. */
const waysIn = (html: string) =>
  [...html.matchAll(/<(?:a|button)\b([^>]*)>(.*?)<\/(?:a|button)>/g)].map(
    ([, attributes = '', label = '']) => {
      const href = /href="([^"]*)"/.exec(attributes)?.[1]?.replace('&amp;', '&')
      return href ? `${label}: ${href}` : label
    },
  )

const held = {
  code: 'already_enrolled',
  error: 'You hold a seat already (MAL-1): pay for it, or add a person.',
}
const seat = { id: 'seat-1', kind: 'enrolment', reference: 'MAL-1' }

test.each([
  [
    'the browser that holds it',
    { ...seat, isDue: true },
    ['Pay for it: /payment?enrollment=seat-1', 'Add a person'],
  ],
  [
    'the browser whose seat others can join',
    { ...seat, isDue: true, canAdd: true },
    ['Pay for it: /payment?enrollment=seat-1', 'Add a person: /payment?enrollment=seat-1#add-person'],
  ],
  [
    'who owes nothing',
    { ...seat, isDue: false },
    ['See your seat: /payment?enrollment=seat-1', 'Add a person'],
  ],
  ['a stranger', undefined, ['Add a person']],
  [
    'who holds as much as one may',
    { toPay: [seat, { id: 'o-1', kind: 'order', reference: 'MAL-2' }] },
    ['Pay for MAL-1: /payment?enrollment=seat-1', 'Pay for MAL-2: /payment?order=o-1'],
  ],
])('the ways on of %s', (_, details, ways) => {
  const html = shown({ ...held, details })
  expect(waysIn(html)).toEqual(ways)
  expect(html).toMatch(/nothing was charged/i)
})

test('that a seat is held already is no failure, and anything else is one', () => {
  const failed = shown({ code: 'internal', error: 'Something went wrong.' }, 500)
  const noFailure = shown({ ...held, details: { ...seat, isDue: true } })
  const byNobody = shown({
    code: 'already_enrolled',
    error: 'If a seat is held with these details, its link was mailed.',
  })
  const many = shown({ ...held, details: { toPay: [seat] } })
  expect(failed).toContain('bg-rose-tint')
  for (const html of [noFailure, byNobody, many]) expect(html).not.toMatch(/bg-rose-tint|again|failed/i)
})

test('a refusal that leaves no way on says what stands in its place', () => {
  expect(shown({ code: 'internal', error: 'Something went wrong.' }, 500)).toContain('Nothing else to do.')
})

test('a refusal because a batch is not sold looks for the open dates', () => {
  expect(shown({ code: 'batch_changed', error: 'Enrolment is closed.' })).toContain(
    'Looking for dates with seats',
  )
})
