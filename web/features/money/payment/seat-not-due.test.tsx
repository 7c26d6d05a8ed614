import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { BatchState } from '../../../../contract/catalogue/batch-states.ts'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import SeatNotDue from './seat-not-due.tsx'

const byUpi: EnrolmentView['payment'] = { provider: 'upi', checking: false, upi: null }
const at = '2026-03-04T06:30:00.000Z'

const shown = (
  ended: EnrolmentView['ended'],
  { payment = byUpi, reported = false, seats = 1 } = {},
): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <MemoryRouter>
        <SeatNotDue
          enrolment={{
            id: 'seat-1',
            reference: 'MAL-7K3F-9QXD',
            status: 'expired',
            ...(ended && { ended }),
            ...(seats > 1 && { group: { count: seats, canName: false, seats: [] } }),
            reported,
          }}
          payment={payment}
          queryKey={[]}
          details="The details"
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

const ended = (batch: BatchState, when: string | null = at) => ({ at: when, courseId: 'c1', batch })

describe('the payment page of a seat that is no longer held', () => {
  test.each([
    ['open', ended('open'), 'We released your seat on Wed, 4 March at 12:00 pm', 'Book again'],
    ['full', ended('full'), 'hadn’t received your payment. There’s nothing', 'See available batches'],
    [
      'full when the booking arrived',
      ended('full', null),
      'There were no seats left when we received your booking.',
      'See available batches',
    ],
    ['begun', ended('running'), 'The batch has begun.', 'See available batches'],
    ['cancelled', ended('cancelled', null), 'This batch was cancelled.', 'See available batches'],
    [
      'of a course without a page',
      { ...ended('cancelled', null), courseId: null },
      'This batch was cancelled.',
      'See available batches',
    ],
    ['unknown', undefined, 'The time to pay is up.', 'See available batches'],
  ])('the payment page says why the seat was lost and links to open dates (batch %s)', (_, of, why, way) => {
    const html = shown(of)
    expect(html).toContain(why)
    expect(html).toContain('There’s nothing to pay now.')
    expect(html).toContain(`href="/classes${of?.courseId ? '/c1' : ''}"`)
    expect(html).toContain(way)
    expect(html).toContain('I have paid')
    expect(html).toContain('MAL-7K3F-9QXD')
    expect(html).toContain('The details')
  })

  test.each([
    ['open', 'If there’s a seat left, it’s yours again'],
    ['running', ' and call you about another batch or a refund.'],
  ] as const)(
    'the payment page of a lost seat says what happens to late money if the batch is %s',
    (batch, sentence) => {
      expect(shown(ended(batch))).toContain(sentence)
    },
  )

  test('a lost seat with a simulated payment has no button to report a payment', () => {
    const html = shown(ended('open'), { payment: { ...byUpi, provider: 'simulator' } })
    expect(html).not.toContain('I have paid')
  })

  test.each([
    ['offers "I have paid" if nobody reported the payment', false, false],
    ['says that a reported payment is being checked', true, true],
  ])('the payment page of a lost seat %s', (_, reported, isChecking) => {
    const html = shown(ended('running'), { payment: { ...byUpi, checking: true }, reported })
    expect(html.includes('We are checking your payment')).toBe(isChecking)
    expect(html.includes('I have paid')).toBe(!isChecking)
    expect(html).not.toContain('you have a seat again')
  })

  test('the payment page of three lost seats speaks of several seats', () => {
    const html = shown(ended('open'), { seats: 3 })
    expect(html).toContain('These seats are no longer')
    expect(html).toContain('We released your 3 seats')
  })
})
