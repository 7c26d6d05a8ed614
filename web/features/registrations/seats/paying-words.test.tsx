import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import type { School } from '../../../../contract/school/school.ts'
import { schoolQuery } from '../../../lib/school.ts'
import { ToPay } from './event-booking-dialog.tsx'
import { leftInWords, type Paying, payingWords, paymentKind, readOut, untilText } from './paying-words.ts'
import { SeatReceived } from './seat-refusal.tsx'

const reference = 'MAL-7K3F-9QXD'
const held = { reference, amount: '₹2,400', until: 'Wed, 4 March at 12:00 pm' }

/** Returns all texts of the dialog from the second step to the success. */
function allTexts(paying: Paying): string {
  const words = payingWords[paying]
  const next = [1, 3].flatMap((count) =>
    (words.paysFirst ? [false, true] : [false]).map((hasPaid) =>
      words.next({ ...held, count, hasPaid, sendsEmails: true }),
    ),
  )
  return [
    ...Object.values(words).filter((one) => typeof one === 'string'),
    ...[words.fewLeft, words.over].flatMap((one) => Object.values(one)),
    ...words.stillToDo(held).flat(),
    words.holdAgain(held),
    ...next,
  ].join('\n')
}

const ofPaying =
  /already paid|you’ve paid|not paid yet|don’t pay again|look for your payment|UPI|time to pay/i
const ofDemonstration = /demonstration|simulat|sample|don’t pay with|no money moves/i

test.each([
  ['upi', ofPaying, ofDemonstration],
  ['simulated', ofDemonstration, ofPaying],
  // A free booking never says that the visitor has paid or can pay.
  [
    'free',
    /There’s nothing to pay/,
    new RegExp(`${ofPaying.source}|${ofDemonstration.source}|pay now|₹|owe`, 'i'),
  ],
] as const)(
  'every text of a booking with the payment kind “%s” fits this kind only',
  (paying, expected, forbidden) => {
    expect(allTexts(paying)).toMatch(expected)
    expect(allTexts(paying)).not.toMatch(forbidden)
  },
)

test.each([
  ['upi', false],
  ['upi', true],
  ['simulated', false],
] as const)(
  'the last text for %s (QR code shown before: %s) says until when a seat is held and when it is released',
  (paying, hasPaid) => {
    for (const [count, goes] of [
      [1, 'we’ll release your seat'],
      [3, 'we’ll release your seats'],
    ] as const) {
      const next = payingWords[paying].next({ ...held, count, hasPaid, sendsEmails: true })
      expect(next.split(goes)).toHaveLength(2)
      expect(next.split(held.until)).toHaveLength(2)
    }
  },
)

test.each([
  [true, 2400, 'simulated'],
  [false, 2400, 'upi'],
  [true, 0, 'free'],
  [false, 0, 'free'],
  [undefined, 2400, 'upi'],
] as const)(
  'simulated payments %s and an amount of %s rupees: the payment kind is %s',
  (simulatedPayments, toPay, paying) => {
    const school =
      simulatedPayments === undefined
        ? undefined
        : ({ simulatedPayments, upi: { id: 'malar@bank', name: 'Malar' } } as School)
    expect(paymentKind(school, toPay)).toBe(paying)
  },
)

test('a school without a UPI ID is paid at the school', () => {
  const school = { simulatedPayments: false, upi: { id: '', name: 'Malar' } } as School
  expect([paymentKind(school, 2400), paymentKind(school, 0)]).toEqual(['atSchool', 'free'])
})

describe('the booking dialog', () => {
  const school = (simulatedPayments: boolean) =>
    ({
      simulatedPayments,
      upi: { id: 'malar@bank', name: 'Malar' },
      address: ['14 Malligai Street'],
      name: 'Malar',
      mapQuery: 'Mylapore',
      whatToBring: '',
    }) as unknown as School
  function shown(isSimulated: boolean, part: ReactNode): string {
    const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null, enabled: false } } })
    client.setQueryData(schoolQuery().queryKey, school(isSimulated))
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter>{part}</MemoryRouter>
      </QueryClientProvider>,
    )
  }
  const toPay = (isSimulated: boolean, amount = '2400.00') =>
    shown(
      isSimulated,
      <ToPay
        terms={null}
        hold={{ reference, amount } as never}
        event={{ title: 'Ikebana' } as never}
        quote={null}
        isChecking={false}
        byApp={true}
        hasOpened={false}
        onOpen={() => {}}
        onShow={() => {}}
      />,
    )

  test('the dialog with payment by UPI says to pay first and links to the UPI app', () => {
    const html = toPay(false)
    expect(html).toContain('Pay the school’s UPI id directly, then complete the booking.')
    expect(html).toContain('href="upi://pay?')
    expect(html).not.toMatch(ofDemonstration)
  })

  test('the dialog in the demonstration shows a sample QR code and links to no app', () => {
    const html = toPay(true)
    expect(html).toContain('This is a demonstration. No money moves.')
    expect(html).toContain('UPI QR code for malar@bank')
    expect(html).toContain(reference)
    expect(html).not.toMatch(/directly|href="upi:/)
  })

  test.each([true, false])('a free booking shows no QR code (payments simulated: %s)', (isSimulated) => {
    const html = toPay(isSimulated, '0.00')
    expect(html).toContain('There’s nothing to pay')
    expect(html).not.toMatch(/upi|₹|demonstration/i)
  })

  const receipt: SeatReceipt = {
    id: 'seat-1',
    reference,
    status: 'pending',
    amount: '2400.00',
    holdUntil: '2026-03-04T06:30:00.000Z',
  } as SeatReceipt
  test.each([
    ['by UPI after the QR code was shown', false, true, 'We’ll look for your payment under'],
    ['by UPI before the QR code was shown', false, false, 'Pay ₹2,400 to confirm your seat.'],
    ['with a simulated payment', true, false, 'records a simulated payment of ₹2,400'],
  ])(
    'the confirmation of a booking %s says what payment the seat depends on',
    (_, isSimulated, hasPaid, sentence) => {
      const html = shown(
        isSimulated,
        <SeatReceived receipt={receipt} day="2026-03-12" dayName="When" batchId={null} hasPaid={hasPaid}>
          Held.
        </SeatReceived>,
      )
      expect(html).toContain(sentence)
      expect(html).toContain('we’ll release your seat')
    },
  )
})

test.each([
  [900, '15 minutes'],
  [899, '14 minutes'],
  [180, '3 minutes'],
  [179, '2 minutes'],
  [121, '2 minutes'],
  [120, '2:00'],
  [119, '1:59'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
])('the countdown shows the remaining %i seconds of a hold as %j', (seconds, words) => {
  expect(leftInWords(seconds)).toBe(words)
})

test.each([
  ['upi', 'Less than two minutes left. The QR code is hidden.', 'The time to pay is up.'],
  ['simulated', 'Less than two minutes left.', 'Your hold has ended.'],
  ['free', 'Less than two minutes left.', 'Your hold has ended.'],
] as const)(
  'a screen reader hears only four sentences in the 15 minutes of a hold (%s)',
  (paying, few, over) => {
    const words = payingWords[paying]
    const texts = new Set(Array.from({ length: 901 }, (_, second) => readOut(900 - second, words)))
    expect([...texts]).toEqual(['We’re holding a seat for you.', 'Less than five minutes left.', few, over])
  },
)

test('the end of a hold is written in the time zone of the school', () => {
  expect(untilText('2026-03-02T10:45:00.000Z')).toBe('4:15 pm')
})
