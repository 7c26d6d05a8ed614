import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { batchInWords, instantInWords } from '../../contract/words.ts'
import { rowsWith, sender } from '../../tests/harness/letter-examples.ts'
import { createMailFolder } from '../platform/mail.ts'
import { html, type Sender } from '../platform/messages/letter.ts'
import { letterNames, letters } from './letters.ts'

/** As a letter to a proved address. */
const renderMessage = (name: string, data: unknown, from: Sender) =>
  letters.render(name, data, from, { hasTypedWords: true })

const names = letterNames

test('the e-mail about a received enrolment says what is held, until when, and where to pay', () => {
  const { subject, text } = renderMessage(
    'enrolment-received',
    rowsWith('Bridal Bouquets')['enrolment-received'],
    sender,
  )
  expect(subject).toBe('We’re holding your seat in Bridal Bouquets')
  expect(text).toContain('until 5 March 2026 at 12:15 am')
  expect(text).toContain('Batch: Thursday 12 March 2026, 10:30 am')
  expect(text).toContain('Amount: ₹12,500')
  expect(text).toContain('Reference: MAL-7K3F-9QXD')
  expect(text).toContain('Pay ₹12,500: https://malar.example/payment?enrollment=aB3-_x&amount=12500.00')
})

test('the e-mail about a received booking says until when the seat is held, and how to pay later', () => {
  const row = rowsWith('Bridal Bouquets')['booking-received']
  const { text } = renderMessage('booking-received', row, sender)
  expect(text).toContain('We’ll hold your seat until 5 March 2026 at 12:15 am.')
  expect(text).toContain(
    'It’s confirmed once we receive your payment. If we don’t receive it by then, we’ll release your seat, and there’s nothing to pay.',
  )
  expect(text).toContain(
    'Pay ₹12,500 if you haven’t yet: https://malar.example/payment?enrollment=aB3-_x&amount=12500.00',
  )
  // A row that was written before this release.
  const { bookingId: _, batchId: _2, ...before } = row
  const older = renderMessage('booking-received', before, sender)
  expect(older.text).not.toMatch(/payment\?|\.ics/)
  expect(older.text).toContain('Find us on the map: https://www.google.com/maps/')
})

test('with simulated payments each e-mail says that they are simulated, and none mentions a payment already made', () => {
  const paid = /if you(?:[’ ](?:ve|have) paid, please call| haven’t yet)/i
  for (const name of names) {
    const row = { ...rowsWith('Meena')[name], ...(name.endsWith('hold-ended') && { isChecking: false }) }
    const real = renderMessage(name, row, sender)
    const simulated = renderMessage(name, row, { ...sender, isSimulated: true })
    for (const text of [simulated.text, simulated.html ?? ''])
      expect(text.split('Payments are simulated, and no money moves.'), name).toHaveLength(2)
    expect(simulated.text, name).not.toMatch(paid)
    expect(real.text, name).not.toContain('simulated')
  }
  const expired = { ...rowsWith('Meena')['hold-expired'], isChecking: false }
  const call = 'If you’ve paid, please call us at'
  expect(renderMessage('hold-expired', expired, sender).text).toContain(call)
  expect(renderMessage('hold-expired', expired, { ...sender, isSimulated: true }).text).not.toContain(call)
})

describe('the place and the calendar file in e-mails about a seat', () => {
  const withVisit = [
    'enrolment-received',
    'enrolment-confirmed',
    'booking-received',
    'booking-confirmed',
    'seat-moved',
    'batch-moved',
    'waiting-list-offer',
  ] as const
  test.each(withVisit)(
    'the e-mail %s says where the batch meets and what to bring, and links to a map',
    (name) => {
      const { text, html } = renderMessage(name, rowsWith('Meena')[name], sender)
      expect(text).toContain('Where: Malar, 14 Malligai Street, Mylapore, Chennai 600 004\n')
      expect(text).toContain('What to bring: Just yourself. We provide flowers, tools and an apron.\n')
      expect(text).toContain('10:30 am')
      const map = 'https://www.google.com/maps/search/?api=1&query=Mylapore%2C%20Chennai'
      expect(text).toContain(`Find us on the map: ${map}\n`)
      expect(html).toContain(`<a href="${map.replace('&', '&amp;')}"`)
      if (name !== 'waiting-list-offer') {
        const file = 'https://malar.example/calendar/bA7-_c.ics'
        expect(text).toContain(`Add to your calendar: ${file}\n`)
        expect(html).toContain(`<a href="${file}"`)
      }
    },
  )

  test.each(['enrolment-received', 'enrolment-confirmed', 'seat-moved'] as const)(
    'the e-mail %s about a batch without a date has no calendar file, and no line for an empty setting',
    (name) => {
      const row = { ...rowsWith('Meena')[name], batch: { day: null, time: null } }
      const { text } = renderMessage(name, row, { ...sender, whatToBring: '' })
      expect(text).not.toMatch(/\.ics|What to bring/)
      expect(text).toContain('Where: Malar,')
    },
  )

  test.each([
    ['no room of its own', null, 'Malar, 14 Malligai Street, Mylapore, Chennai 600 004', 'Mylapore, Chennai'],
    [
      'a room at the school',
      { name: 'Jasmine Studio', address: null },
      'Jasmine Studio, Malar, 14 Malligai Street, Mylapore, Chennai 600 004',
      'Mylapore, Chennai',
    ],
    [
      'a room elsewhere',
      { name: 'Luz Hall', address: '12, Luz\n\nChennai 600 005' },
      'Luz Hall, 12, Luz, Chennai 600 005',
      '12, Luz, Chennai 600 005',
    ],
  ])(
    'letters about a batch with %s name the place where it meets, and link to a map of that place',
    (_, room, where, asked) => {
      const batch = { day: '2026-03-12', time: '10:30', room }
      for (const name of withVisit) {
        const row = { ...rowsWith('Meena')[name], [name === 'batch-moved' ? 'to' : 'batch']: batch }
        const { text } = renderMessage(name, row, sender)
        expect(text).toContain(`Where: ${where}\n`)
        expect(text).toContain(`query=${encodeURIComponent(asked)}\n`)
      }
    },
  )

  test.each(['enrolment-confirmed', 'booking-confirmed', 'seat-moved', 'batch-moved'] as const)(
    'the e-mail %s lists at most 40 sessions of a batch, and says how many more there are',
    (name) => {
      const sessions = Array.from({ length: 42 }, (_, n) => `Day ${n}`)
      const { text } = renderMessage(name, { ...rowsWith('Meena')[name], sessions }, sender)
      expect(text).toContain('Session 1: Day 0\nSession 2: Day 1\n')
      expect(text).toContain('Session 40: Day 39\nMore: 2 more sessions\n')
      const one = renderMessage(name, { ...rowsWith('Meena')[name], sessions: ['Thursday'] }, sender)
      expect(one.text).toContain('Session: Thursday\n')
      expect(renderMessage(name, rowsWith('Meena')[name], sender).text).not.toContain('Session')
    },
  )

  test.each(['hold-expired', 'seat-cancelled'] as const)(
    'the e-mail %s has no place, no calendar file and no list of things to bring',
    (name) => {
      expect(renderMessage(name, rowsWith('Meena')[name], sender).text).not.toMatch(/Where:|\.ics|bring/)
    },
  )
})

describe('the money in the e-mail about a moved seat', () => {
  const row = {
    ...rowsWith('Meena')['seat-moved'],
    payId: 'aB3-_x',
    holdUntil: '2026-03-14T06:30:00.000Z',
  }
  const page = 'https://malar.example/payment?enrollment=aB3-_x'
  test.each<[string, object, (string | RegExp)[], RegExp | null]>([
    [
      'nothing has been paid',
      { stands: 'held', dueInPaise: 1_250_000 },
      [
        'We’ll hold your seat until 14 March 2026 at 12:00 pm. It’s confirmed once we receive your payment. If we don’t receive it by then, we’ll release your seat, and there’s nothing to pay.',
        `Pay ₹12,500 or cancel: ${page}&amount=12500.00`,
      ],
      /your payment moves|don’t need|You’ve paid/i,
    ],
    [
      'nothing has been paid and the address is unproved',
      { stands: 'held', dueInPaise: 1_250_000, provedUntil: '2026-03-15T06:30:00.000Z', proofId: 'aB3-_x' },
      ['to confirm your e-mail address', `${page}&amount=12500.00#proof=`],
      /your payment moves|You’ve paid/i,
    ],
    [
      'one payer owes for several seats',
      { stands: 'held', dueInPaise: 2_500_000, seats: 1, guests: ['Uma'] },
      ['In total, ₹25,000 is due for all the seats that you booked together.', `&amount=25000.00`],
      /your payment moves|You’ve paid/i,
    ],
    [
      'the school looks for a reported payment',
      { stands: 'checking' },
      ['we haven’t found your payment yet', 'until 14 March 2026', `View your seat: ${page}`],
      /your payment moves|You’ve paid ₹|Pay ₹/i,
    ],
    [
      'the new batch has no date',
      { stands: 'place', batch: { day: null, time: null } },
      ['There’s nothing to pay now.', `View or cancel your place: ${page}`],
      /your payment moves|You’ve paid ₹|Pay ₹|We’ll hold/i,
    ],
    [
      'a part has been paid',
      { stands: 'confirmed', restInPaise: 473_000 },
      [
        'We’ve received ₹7,770 of ₹12,500, and it now counts towards your seat in this batch. ₹4,730 is still due.',
        'Due: ₹4,730',
        `View what’s due: ${page}`,
      ],
      /don’t need|We’ll hold/,
    ],
    [
      'the whole price has been paid',
      { stands: 'confirmed', restInPaise: 0, receipts: [{ number: 'R-2026-0001', id: 'rA1' }] },
      ['You don’t need to do anything. Your payment moves with your seat.', 'Receipt R-2026-0001: '],
      /payment\?|We’ll hold|price/,
    ],
    [
      'the new batch is free',
      { stands: 'confirmed', amountInPaise: 0 },
      ['Your seat is confirmed. There’s nothing to pay.', 'Amount: Free'],
      /payment\?|your payment moves|You’ve paid/i,
    ],
    [
      'the new batch costs more',
      { stands: 'confirmed', restInPaise: 50_000, wasInPaise: 1_200_000 },
      ['The price of this batch is ₹12,500 instead of ₹12,000.', '₹500 is still due.'],
      null,
    ],
    [
      'the new batch costs less',
      { stands: 'confirmed', restInPaise: 0, wasInPaise: 1_300_000, backInPaise: 50_000 },
      ['You’ve paid ₹500 more than this price. We’ll refund the difference.'],
      null,
    ],
    [
      'an older release wrote the letter’s data',
      { payId: undefined },
      [],
      /your payment moves|You’ve paid|payment\?|We’ll hold|Amount/i,
    ],
  ])('the letter about a moved seat says the right thing about money when %s', (_, more, said, unsaid) => {
    const { text } = renderMessage('seat-moved', { ...row, ...more }, sender)
    for (const words of said) expect(text).toContain(words)
    if (unsaid) expect(text).not.toMatch(unsaid)
  })

  test('a chat message about a moved seat has the payment link without the proof of the e-mail address', () => {
    const data = { ...row, stands: 'held', provedUntil: '2026-03-15T06:30:00.000Z', proofId: 'aB3-_x' }
    const { text } = letters.render('seat-moved', data, sender, { hasTypedWords: true, isByChat: true })
    expect(text).toContain(`${page}&amount=`)
    expect(text).not.toContain('#proof')
  })
})

describe('the school’s signature', () => {
  const signature = 'Warm regards,\nMeena & <b>Uma</b>'
  const from = { ...sender, signature }

  test.each(names.filter((name) => !letters.isForSchool(name)))(
    'the e-mail %s ends with the signature, then the school’s name, phone and address',
    (name) => {
      const { text, html } = renderMessage(name, rowsWith('Meena')[name], from)
      const end = `\n\n${signature}\n\nMalar\n+91 44 5550 0142\nhttps://malar.example\n`
      expect(text).toContain(end)
      expect(html).toContain(
        '<p style="white-space:pre-line">Warm regards,\nMeena &amp; &lt;b&gt;Uma&lt;/b&gt;</p>\n',
      )
      expect(renderMessage(name, rowsWith('Meena')[name], { ...sender, signature: '' })).toEqual(
        renderMessage(name, rowsWith('Meena')[name], sender),
      )
    },
  )

  test('a notice to the school and a WhatsApp message leave the signature out', () => {
    const notice = renderMessage('school-notice', rowsWith('Meena')['school-notice'], from)
    const chat = letters.render('seat-moved', rowsWith('Meena')['seat-moved'], from, {
      hasTypedWords: true,
      isByChat: true,
    })
    for (const { text, html } of [notice, chat]) expect(text + html).not.toContain('Warm regards')
  })
})

describe('the HTML part', () => {
  const shown = (markup: string | undefined) =>
    markup?.replace(/<(?:style|title).*?<\/\w+>|<[^>]*>/gs, '') ?? ''

  test.each(names)('the e-mail %s shows no naked address; its plain text has every address', (name) => {
    const { text, html } = renderMessage(name, rowsWith('Meena')[name], sender)
    expect(shown(html)).not.toMatch(/https?:\/\//)
    for (const [, url = ''] of (html ?? '').matchAll(/href="(https:[^"]*)"/g))
      expect(text).toContain(url.replaceAll('&amp;', '&'))
  })

  test('ends with the school’s address, phone, WhatsApp and site, and leaves out what the school has not', () => {
    const foot = (from: Partial<Sender>) =>
      shown(
        renderMessage('newsletter-welcome', rowsWith('Meena')['newsletter-welcome'], { ...sender, ...from })
          .html,
      ).trim()
    const end = (lines: string) => new RegExp(`${lines}\\s+Unsubscribe$`)
    const place = '14 Malligai Street, Mylapore, Chennai 600 004'
    expect(foot({ whatsapp: '+91 98400 12345' })).toMatch(
      end(`Malar${place}\\+91 44 5550 0142 · WhatsApp · malar.example`),
    )
    expect(foot({ phone: '', address: [] })).toMatch(end('Malarmalar.example'))
    const { html } = renderMessage('newsletter-welcome', rowsWith('Meena')['newsletter-welcome'], {
      ...sender,
      whatsapp: '+91 98400 12345',
    })
    expect(html).toContain('href="https://wa.me/919840012345"')
  })

  test('begins with the subject as a heading, unless the first paragraph is the subject', () => {
    const { html } = renderMessage('receipt', rowsWith('Meena')['receipt'], sender)
    expect(html).toMatch(/<h1[^>]*>Receipt R-2026-0001 from Malar<\/h1>/)
    const notice = renderMessage('school-notice', { title: 'News', facts: [] }, sender)
    expect(notice.html).not.toContain('<h1')
  })

  test('keeps the lines of a card message, and makes sums bold', () => {
    const row = { ...rowsWith('Meena')['order-received'], isProved: true }
    const goesTo = { name: 'Uma', phone: null, place: null, card: 'With love,\nM.\n' }
    const { html } = renderMessage('order-received', { ...row, goesTo }, sender)
    expect(html).toContain('white-space:pre-line;font-weight:400">With love,\nM.</td>')
    expect(html).toContain('font-weight:600">₹12,500</td>')
  })
})

describe('a note to the school', () => {
  const note = (more: object) => renderMessage('school-notice', { title: 'News', facts: [], ...more }, sender)

  test.each([
    ['enrolment', 'MAL-7K3F-9QXD', 'event-class-enrollments?q=MAL-7K3F-9QXD'],
    ['event-booking', 'MAL-7K3F-9QXD', 'event-class-enrollments?q=MAL-7K3F-9QXD'],
    ['order', 'MAL-7K3F-9QXD', 'orders?q=MAL-7K3F-9QXD'],
    ['enquiry', 'a&b+c#d@mail.example', 'category-visitor-list?q=a%26b%2Bc%23d%40mail.example'],
  ])('a note to the school about the %s %s links to that record in the back office', (kind, q, hash) => {
    const { text } = note({ record: { kind, q } })
    expect(text).toContain(`View in the back office: https://malar.example/admin#${hash}\n`)
  })

  test('a note to the school from an older release links to the back office, and has no reply address', () => {
    const { text, replyTo } = note({})
    expect(text).toContain('Open the back office: https://malar.example/admin\n')
    expect(replyTo).toBeUndefined()
  })
})

test.each(['enrolment-received', 'booking-received'] as const)(
  'the e-mail %s asks an unproved person to open its link, which has the proof of the address in its fragment',
  (name) => {
    const row = {
      ...rowsWith('Bridal Bouquets')[name],
      bookingId: 'aB3-_x',
      provedUntil: '2026-03-06T18:45:00.000Z',
    }
    const { text } = renderMessage(name, row, sender)
    expect(text).toContain(
      'Open the link below before then to confirm your e-mail address, and we’ll hold your seat until 7 March 2026 at 12:15 am.',
    )
    expect(text).toContain(
      ': https://malar.example/payment?enrollment=aB3-_x&amount=12500.00#proof=a-token-for-seat-proof\n',
    )
  },
)

test.each([
  [true, 'We’ll refund you the way you paid, and e-mail you when it’s done.'],
  [false, 'There’s nothing to pay.'],
])(
  'the letter about a cancelled order promises a refund only if the order was paid: paid is %s',
  (isPaid, said) => {
    const row = { ...rowsWith('Meena')['order-status'], notice: 'cancelled', isPaid }
    expect(renderMessage('order-status', row, sender).text).toContain(said)
  },
)

test('the e-mail about an offered seat says how long the seat is kept, and links to the page to take or decline it', () => {
  const { text } = renderMessage(
    'waiting-list-offer',
    rowsWith('Bridal Bouquets')['waiting-list-offer'],
    sender,
  )
  expect(text).toContain('We’ll hold it just for you until 5 March 2026 at 12:15 am.')
  expect(text).toContain(
    'Take or decline the seat: https://malar.example/waiting-list/a-token-for-waiting-list\n',
  )
})

test('the welcome e-mail of the newsletter ends with the link to unsubscribe', () => {
  const { text, html, unsubscribeUrl } = renderMessage('newsletter-welcome', { subscriberId: 'x' }, sender)
  expect(unsubscribeUrl).toBe('https://malar.example/unsubscribe/a-token-for-newsletter')
  expect(text.trim().split('\n').at(-1)).toBe(`Unsubscribe: ${unsubscribeUrl}`)
  expect(html).toContain(`<a href="${unsubscribeUrl}"`)
})

test('days and hours are written in the school’s time zone, whatever the time zone of the machine', () => {
  expect(instantInWords('2026-03-01T18:30:00.000Z')).toContain('2 March 2026')
  expect(batchInWords({ day: '2026-03-01', time: null })).toBe('Sunday 1 March 2026')
  expect(batchInWords({ day: '2026-03-01', time: '00:05' })).toBe('Sunday 1 March 2026, 12:05 am')
  expect(batchInWords({ day: null, time: '10:00' })).toBe('date to be announced')
})

test.each(names)(
  'the e-mail %s has a subject, a plain text and an HTML page, and no value is missing in them',
  (name) => {
    const message = renderMessage(name, rowsWith('Meena')[name], sender)
    const page = message.html ?? ''
    for (const part of [message.subject, message.text, page]) {
      expect(part.trim()).not.toBe('')
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid/)
    }
    expect(message.text).toContain('+91 44 5550 0142')
    // The e-mail fits a phone's width, keeps its light colours, and its phone number is a link.
    expect(page).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">')
    expect(page).toContain('<meta name="color-scheme" content="light">')
    // The e-mail carries its own logo, which has no alternative text, because the name is written beside it.
    expect(page).toMatch(
      /Georgia,serif"><img src="cid:logo@malar" alt="" width="40" height="40" [^>]+>Malar<\/p>/,
    )
    expect(page).not.toMatch(/<style|<link|src="https?:\/\/(?!malar\.example\/uploads\/)/)
    expect(page).toContain('<a href="tel:+914455500142"')
  },
)

test('a message that lacks data of its template, or names an unknown template, is refused', () => {
  expect(() => renderMessage('enrolment-confirmed', { name: 'Meena' }, sender)).toThrow('can’t read the data')
  expect(() => renderMessage('toString', {}, sender)).toThrow('no e-mail called “toString”')
})

/** A hundred hostile texts, which try to smuggle markup, scripts or header lines into a letter. */
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<!--<script>alert(1)//-->',
  '" style="background:url(javascript:alert(1))',
  '</p></div></body><script>alert(1)</script>',
].flatMap((payload) => [
  payload,
  payload.toUpperCase(),
  `Meena ${payload} Krishnan`,
  `${payload}\r\nBcc: thief@mail.example`,
  `${payload}\nSubject: free flowers`,
  `x\r\n\r\n${payload}`,
  `${payload}\u2028Bcc: thief@mail.example`,
  `\u0085${payload}`,
  `${payload}\u202e`,
  `=?utf-8?q?${payload}?=`,
])

describe('text that people typed, in e-mails', () => {
  test('the list contains a hundred different hostile texts', () => {
    expect(new Set(payloads).size).toBe(100)
  })

  test.each(names)('in the e-mail %s hostile text adds neither markup nor a header line', (name) => {
    // The page has the same marks whatever was typed: none of the words became one. A link may look for them.
    const marks = (page: string | null) => page?.replace(/ href="[^"<>]*"/g, '').match(/<[^>]*>/g)
    const plain = marks(renderMessage(name, rowsWith('Meena')[name], sender).html)
    for (const payload of payloads) {
      const message = renderMessage(name, rowsWith(payload)[name], sender)
      expect(marks(message.html)).toEqual(plain)
      expect(message.subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/)
    }
  })

  test.each(names)('the e-mail %s to an unproved address has no text that people typed', (name) => {
    const render = (word: string) =>
      letters.render(name, rowsWith(word, 'Bridal Bouquets')[name], sender, { hasTypedWords: false })
    const plain = render('Meena')
    expect(JSON.stringify(plain)).not.toContain('Meena')
    expect(plain.text).toMatch(/^Hello,\n/)
    // Whatever was typed, it is the same letter.
    for (const payload of [...payloads, 'https://evil.example', 'Call 98765 43210 now!', '']) {
      expect(render(payload)).toEqual(plain)
    }
  })

  test.each([
    ['enrolment-received', { provedUntil: '2026-03-06T18:45:00.000Z' }],
    ['booking-received', { provedUntil: '2026-03-06T18:45:00.000Z' }],
    ['order-received', {}],
  ] as const)(
    'the letter %s has no link that proves the mailbox when it is sent by chat',
    (name, unproved) => {
      const data = { ...rowsWith('Meena')[name], ...unproved }
      const render = (isByChat: boolean) =>
        letters.render(name, data, sender, { hasTypedWords: true, isByChat }).text
      expect(render(false)).toContain('#proof=a-token-for-')
      expect(render(true)).toContain('/payment?')
      expect(render(true)).not.toContain('a-token-for-')
    },
  )

  test('an e-mail to an unproved address still names the course, the batch, the price and the reference', () => {
    const { text, html } = letters.render(
      'enrolment-received',
      rowsWith('Meena', 'Bridal Bouquets')['enrolment-received'],
      sender,
      { hasTypedWords: false },
    )
    for (const part of [text, html]) {
      for (const fact of ['Bridal Bouquets', 'Thursday 12 March 2026', '₹12,500', 'MAL-7K3F-9QXD']) {
        expect(part).toContain(fact)
      }
    }
  })

  test('a note to the school puts typed text of several lines into one line, and escapes its markup', () => {
    const { text, html } = renderMessage(
      'school-notice',
      rowsWith('<b>Meena</b>\nBcc: x')['school-notice'],
      sender,
    )
    expect(html).toContain('&lt;b&gt;Meena&lt;/b&gt;')
    expect(html).not.toContain('<b>')
    expect(text).toContain('\n<b>Meena</b> Bcc: x: <b>Meena</b> Bcc: x\n')
  })

  test('hostile text adds no header to an .eml file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'malar-mail-'))
    try {
      const mail = createMailFolder(folder)
      const headerNames = async (id: string, word: string) => {
        const file = await mail.send({
          id,
          from: { name: word, address: 'hello@malar.example' },
          to: 'meena@mail.example',
          ...renderMessage('contact-received', { name: word }, { ...sender, schoolName: word }),
          at: new Date('2026-03-02T06:30:00.000Z'),
        })
        const [head = ''] = readFileSync(file, 'utf8').split('\n\n')
        return [...head.matchAll(/^([\w-]+):/gm)].map(([, header]) => header)
      }
      const plain = await headerNames('plain', 'Malar')
      expect(plain).toEqual(expect.arrayContaining(['To', 'Auto-Submitted']))
      for (const [index, payload] of payloads.entries()) {
        expect(await headerNames(`m${index}`, payload)).toEqual(plain)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a recipient’s e-mail address with a comma cannot add a second recipient', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'malar-mail-'))
    try {
      const file = await createMailFolder(folder).send({
        id: 'one',
        from: { name: 'Malar', address: 'hello@malar.example' },
        to: 'meena@mail.example, thief@mail.example',
        subject: 'x',
        text: 'x',
        html: 'x',
        at: new Date('2026-03-02T06:30:00.000Z'),
      })
      // Quoted: one address that nobody has, and not two.
      expect(readFileSync(file, 'utf8')).toContain('To: <"meena@mail.example, thief"@mail.example>\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('the template tag html escapes values, but not the markup that the tag itself made, also in a list', () => {
  const rows = ['<b>', '&'].map((word) => html`<li>${word}</li>`)
  expect(html`<ul title="${'"\''}">${rows}</ul>${1}`.text).toBe(
    '<ul title="&quot;&#39;"><li>&lt;b&gt;</li><li>&amp;</li></ul>1',
  )
})

test('a busy network gets one confirmation e-mail a minute; its code and account e-mails are dropped', () => {
  const named = (whenMany: string) => names.filter((name) => letters.whenMany(name) === whenMany)
  expect(named('one-a-minute')).toEqual(names.filter((name) => name.endsWith('-asked')))
  expect(named('dropped').sort()).toEqual([
    'account-exists',
    'address-taken',
    'no-account',
    'one-time-code',
    'own-links',
  ])
})

test('every file of e-mail templates is listed in server/domains/letters.ts', () => {
  const listed = readFileSync(path.join(import.meta.dirname, 'letters.ts'), 'utf8')
  const files = globSync('**/*.letters.ts', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const [room = '', ...rest] = file.split('/')
    const index = readFileSync(path.join(import.meta.dirname, room, 'index.ts'), 'utf8')
    const [, name = 'no name'] =
      new RegExp(`export \\* as (\\w+) from '\\./${rest.join('/')}'`).exec(index) ?? []
    expect(listed, file).toContain(`...${name},`)
  }
})
