import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidate, type Credit, matchCredits } from './matcher.ts'

const meena: Candidate = {
  kind: 'enrolment',
  id: 'meena',
  reference: 'MAL-7K3F-9QXD',
  transactionId: null,
  name: 'Meena Krishnan',
  email: 'meena.krishnan@mail.example',
  phone: '9876543210',
  amountInPaise: 1_250_000,
  dueInPaise: 1_250_000,
  day: '2026-03-01',
  recorded: [],
  isUnseen: false,
}
const arun: Candidate = {
  ...meena,
  kind: 'event-booking',
  id: 'arun',
  reference: 'MAL-2222-3333',
  transactionId: 'TXN1772433000000',
  name: 'Arun Raj',
  email: 'arun@mail.example',
  phone: '8765432109',
}
const credit = (changes: Partial<Credit> = {}): Credit => ({
  id: 'line',
  day: '2026-03-02',
  description: 'UPI/CR/607212345678/MEENA KRI/HDFC/9876543210@ybl',
  reference: '607212345678',
  amountInPaise: 1_250_000,
  ...changes,
})
const verdict = (of: Credit, candidates: Candidate[] = [meena, arun]) => {
  const [match] = matchCredits([of], candidates)
  return match && [match.confidence, match.action, match.candidate.id]
}

describe('a certain match', () => {
  test.each([
    'UPI-MAL-7K3F-9QXD-BRIDAL',
    'upi/cr/607212345678/mal7k3f9qxd/hdfc',
    'NEFT MAL 7K3F 9QXD Bridal Bouquets',
  ])(
    'a statement line with the reference, as the bank may write it, and the exact amount is a certain match: %s',
    (description) => {
      expect(verdict(credit({ description }))).toEqual(['certain', 'settle', 'meena'])
    },
  )
  test("a statement line with a booking's own transaction id and the exact amount is a certain match", () => {
    expect(verdict(credit({ description: 'UPI TXN1772433000000' }))).toEqual(['certain', 'settle', 'arun'])
  })
  test('a statement line with the bank reference that staff entered is a certain match for the recorded payment', () => {
    const paid = { ...meena, dueInPaise: 0, recorded: ['6072 1234 5678'] }
    expect(verdict(credit({ description: 'X' }), [paid])).toEqual(['certain', 'recorded', 'meena'])
  })
})

describe('a likely match', () => {
  test.each([
    ['the phone number', 'UPI/CR/1/9876543210@ybl'],
    ['the e-mail name', 'UPI/CR/1/meenakrishnan@okaxis'],
    ['the name', 'IMPS KRISHNAN MEENA'],
  ])('a statement line with the exact amount and %s is a likely match', (_, description) => {
    expect(verdict(credit({ description }))).toEqual(['likely', 'settle', 'meena'])
  })
  test('a statement line is a likely match for a payment that staff recorded without a bank reference', () => {
    const paid = { ...meena, dueInPaise: 0, isUnseen: true }
    expect(verdict(credit({ description: 'MAL-7K3F-9QXD' }), [paid])).toEqual(['likely', 'recorded', 'meena'])
  })
  test('a statement line with the reference and the exact amount half a year later is only a likely match', () => {
    const late = credit({ description: 'MAL-7K3F-9QXD', day: '2026-09-01' })
    expect(verdict(late)).toEqual(['likely', 'settle', 'meena'])
  })
})

describe('an unclear match, or no match', () => {
  test('a statement line with the reference, but not the amount due, is an unclear match', () => {
    expect(verdict(credit({ description: 'MAL-7K3F-9QXD', amountInPaise: 1_200_000 }))).toEqual([
      'unclear',
      'settle',
      'meena',
    ])
  })
  test('a statement line with the reference of a paid seat is an unclear match, and a double payment', () => {
    const paid = { ...meena, dueInPaise: 0, recorded: ['111122223333'] }
    expect(verdict(credit({ description: 'MAL-7K3F-9QXD' }), [paid])).toEqual(['unclear', 'double', 'meena'])
  })
  test('a statement line with two references in its description is an unclear match', () => {
    expect(verdict(credit({ description: 'MAL-7K3F-9QXD MAL-2222-3333' }))?.[0]).toBe('unclear')
  })
  test('a statement line with nothing but an amount that only one person owes is an unclear match', () => {
    expect(verdict(credit({ description: 'CASH' }), [meena])).toEqual(['unclear', 'settle', 'meena'])
  })
  test('a statement line with nothing but an amount that several people owe has no match', () => {
    expect(verdict(credit({ description: 'CASH' }))).toBeUndefined()
  })
  test('a statement line with the exact amount has no match before the booking or months after the booking', () => {
    expect(verdict(credit({ day: '2026-02-20' }))).toBeUndefined()
    expect(verdict(credit({ day: '2026-06-20' }))).toBeUndefined()
  })
  test('one word of a name, or a short mailbox name, is not enough to match a statement line', () => {
    const asha = { ...meena, email: 'asha@mail.example', phone: '', name: 'Asha Pillai' }
    const other = { ...asha, id: 'other', name: 'Uma' }
    expect(
      verdict(credit({ description: 'ASHA NAIR' }), [asha, { ...other, email: 'x@y.z' }]),
    ).toBeUndefined()
  })
})

describe('the reasons that staff see for a match, and the limits of a match', () => {
  const due = 1_250_000
  const paid = { ...meena, dueInPaise: 0 }
  const cash = (day: string) => credit({ description: 'CASH', day })
  const at = (changes: Partial<Candidate>): Candidate => ({ ...meena, ...changes })
  const named = 'reference MAL-7K3F-9QXD'
  const recordedForArun = { ...arun, recorded: ['607212345678'] }
  test.each<[string, Credit, Candidate[], [string, string, string[]] | undefined]>([
    [
      'a line that names an unpaid seat and is recorded for another seat',
      credit({ description: 'MAL-7K3F-9QXD' }),
      [recordedForArun, meena],
      ['unclear', 'settle', [named, 'bank reference recorded for MAL-2222-3333']],
    ],
    [
      'a line that names a paid seat and is recorded for another seat',
      credit({ description: 'MAL-7K3F-9QXD' }),
      [recordedForArun, paid],
      ['unclear', 'double', [named, 'bank reference recorded for MAL-2222-3333']],
    ],
    [
      'a line recorded for another seat and for the seat that it names',
      credit({ description: 'MAL-7K3F-9QXD' }),
      [recordedForArun, at({ recorded: ['607212345678'] })],
      ['certain', 'recorded', ['bank reference already recorded']],
    ],
    [
      'a line that is recorded already with another amount',
      credit({ description: 'X', amountInPaise: 1 }),
      [at({ recorded: ['607212345678'] })],
      ['unclear', 'recorded', ['bank reference already recorded', '₹12500.00 was expected']],
    ],
    [
      'a line that is recorded already with another amount for a paid seat',
      credit({ description: 'X', amountInPaise: 1 }),
      [{ ...paid, recorded: ['607212345678'] }],
      ['unclear', 'recorded', ['bank reference already recorded', '₹12500.00 was expected']],
    ],
    [
      'a line without a bank reference',
      credit({ description: 'X', reference: '-' }),
      [at({ recorded: ['/', ''] }), at({ id: 'other', phone: '' })],
      undefined,
    ],
    [
      'a line that names a seat and has another amount than is due',
      credit({ description: 'MAL-7K3F-9QXD', amountInPaise: due }),
      [at({ dueInPaise: 50_050 })],
      ['unclear', 'settle', [named, '₹500.50 was expected']],
    ],
    [
      'a line that names a seat marked as paid by hand and has another amount',
      credit({ description: 'MAL-7K3F-9QXD', amountInPaise: 1 }),
      [{ ...paid, isUnseen: true }],
      ['unclear', 'double', [named, 'already paid']],
    ],
    [
      'a line that names two seats of which one owes',
      credit({ description: 'MAL-7K3F-9QXD MAL-2222-3333' }),
      [paid, arun],
      ['unclear', 'settle', ['2 references']],
    ],
    [
      'a line that names two paid seats',
      credit({ description: 'MAL-7K3F-9QXD MAL-2222-3333' }),
      [paid, { ...arun, dueInPaise: 0 }],
      ['unclear', 'double', ['2 references']],
    ],
    [
      'a line that fits two seats by amount and name',
      credit({ description: 'MEENA KRISHNAN' }),
      [meena, at({ id: 'other', reference: 'MAL-9999-9999' })],
      ['unclear', 'settle', ['exact amount', 'e-mail address', 'name', 'others also match']],
    ],
    [
      'a line of one paisa less than is due',
      credit({ description: 'CASH', amountInPaise: due - 1 }),
      [meena],
      undefined,
    ],
    ['a line with the amount 0', credit({ description: 'CASH', amountInPaise: 0 }), [paid], undefined],
    [
      'a line of the day before the booking',
      cash('2026-02-28'),
      [meena],
      ['unclear', 'settle', ['nothing else with this amount is due']],
    ],
    ['a line of two days before the booking', cash('2026-02-27'), [meena], undefined],
    [
      'a line of the last day that can match',
      cash('2026-04-15'),
      [meena],
      ['unclear', 'settle', ['nothing else with this amount is due']],
    ],
    ['a line of the day after the last day that can match', cash('2026-04-16'), [meena], undefined],
    [
      'a line with a mailbox name of five letters',
      credit({ description: 'meena@okaxis' }),
      [at({ email: 'meena@x.example' })],
      ['likely', 'settle', ['exact amount', 'e-mail address']],
    ],
    [
      'a line with a mailbox name of four letters',
      credit({ description: 'asha@okaxis' }),
      [at({ email: 'asha@x.example' })],
      ['unclear', 'settle', ['nothing else with this amount is due']],
    ],
    [
      'a line with a name of three letters without its initial',
      credit({ description: 'imps uma devi' }),
      [at({ name: 'Uma V' })],
      ['likely', 'settle', ['exact amount', 'name']],
    ],
    [
      'a line with a name of initials alone',
      credit({ description: 'V K CASH' }),
      [at({ name: 'V K' })],
      ['unclear', 'settle', ['nothing else with this amount is due']],
    ],
    [
      'a line with a transaction id of eight letters',
      credit({ description: 'UPI tx-34567 8' }),
      [at({ transactionId: 'TX345678' })],
      ['certain', 'settle', ['reference MAL-7K3F-9QXD', 'exact amount']],
    ],
    [
      'a line with a transaction id of seven letters',
      credit({ description: 'UPI TX34567' }),
      [at({ transactionId: 'TX34567' })],
      ['unclear', 'settle', ['nothing else with this amount is due']],
    ],
    [
      'a line with the booking’s reference in the bank’s column of references',
      credit({ description: 'UPI', reference: 'mal7k3f9qxd' }),
      [meena],
      ['certain', 'settle', [named, 'exact amount']],
    ],
  ])('the matcher gives the right confidence, action and reasons for %s', (_, of, candidates, expected) => {
    const [match] = matchCredits([of], candidates)
    expect(match && [match.confidence, match.action, match.why]).toEqual(expected)
  })

  test('a double payment leaves the recorded payment for the same seat as it is', () => {
    const lines = [
      credit({ id: 'a', description: 'MAL-7K3F-9QXD', reference: '9999' }),
      credit({ id: 'b', description: 'X', amountInPaise: 1 }),
    ]
    const matches = matchCredits(lines, [{ ...paid, recorded: ['607212345678'] }])
    expect(matches.map(({ action }) => action)).toEqual(['double', 'recorded'])
  })

  test('a double payment for one seat does not stop the payment for another seat from settling it', () => {
    const lines = [
      credit({ id: 'a', description: 'MAL-7K3F-9QXD' }),
      credit({ id: 'b', description: 'MAL-2222-3333' }),
    ]
    const matches = matchCredits(lines, [{ ...paid, recorded: [] }, arun])
    expect(matches.map(({ action, why }) => [action, why.at(-1)])).toEqual([
      ['double', 'already paid'],
      ['settle', 'exact amount'],
    ])
  })
})

test('of two payments for the same seat, the certain match settles the seat, and the other is a double payment', () => {
  const matches = matchCredits(
    [credit({ id: 'guess' }), credit({ id: 'sure', description: 'MAL-7K3F-9QXD', reference: '9999' })],
    [meena],
  )
  expect(matches.map(({ creditId, confidence, action }) => [creditId, confidence, action])).toEqual([
    ['guess', 'unclear', 'double'],
    ['sure', 'certain', 'settle'],
  ])
})

/** Names, amounts and days are few, so that random lines match random bookings. */
const day = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-20', '2026-08-01')
const sum = fc.constantFrom(100_00, 200_00)
const candidates = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 }).chain((numbers) =>
  fc.tuple(
    ...numbers.map((number) =>
      fc.record({
        kind: fc.constantFrom('enrolment', 'event-booking', 'order'),
        id: fc.constant(`id-${number}`),
        reference: fc.constant(`MAL-AAAA-000${number}`),
        transactionId: fc.constantFrom(null, `TXN1234567${number}`),
        name: fc.constantFrom('Meena Krishnan', 'Arun Raj'),
        email: fc.constantFrom('meena.k@mail.example', 'arunraj@mail.example'),
        phone: fc.constantFrom('9876543210', '8765432109'),
        amountInPaise: sum,
        dueInPaise: fc.constantFrom(0, 100_00, 200_00),
        day,
        recorded: fc.constantFrom([], [`60721234567${number}`]),
        isUnseen: fc.boolean(),
      }),
    ),
  ),
)
const credits = fc
  .array(
    fc.record({
      day,
      description: fc
        .array(
          fc.constantFrom(
            'MAL-AAAA-0001',
            'mal aaaa 0002',
            'TXN12345673',
            'MEENA KRISHNAN',
            '8765432109',
            'CASH',
          ),
          { maxLength: 3 },
        )
        .map((words) => words.join('/')),
      reference: fc.constantFrom(null, '607212345671', '607212345672', '999999999999'),
      amountInPaise: sum,
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: `credit-${at}` })))

test('in random statements no line is matched twice, and no two lines settle the same booking', () => {
  fc.assert(
    fc.property(credits, candidates, (lines, list) => {
      const matches = matchCredits(lines, list)
      const lineIds = matches.map(({ creditId }) => creditId)
      expect(new Set(lineIds).size).toBe(lineIds.length)
      const settling = matches
        .filter(({ action }) => action !== 'double')
        .map(({ candidate }) => `${candidate.kind} ${candidate.id}`)
      expect(new Set(settling).size).toBe(settling.length)
      for (const match of matches) {
        const line = lines.find(({ id }) => id === match.creditId)
        if (match.confidence === 'certain' && match.action === 'settle') {
          expect(line?.amountInPaise).toBe(match.candidate.dueInPaise)
          expect(match.candidate.dueInPaise).toBeGreaterThan(0)
        }
        if (match.action === 'settle') expect(match.candidate.dueInPaise).toBeGreaterThan(0)
        expect(match.why.length).toBeGreaterThan(0)
      }
      // The same lines always have the same matches.
      expect(matchCredits(lines, list)).toEqual(matches)
    }),
    { numRuns: 2000 },
  )
})
