import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noFallbacks } from '../../contract/school/fallbacks.ts'
import {
  componentTests,
  demonstrationFallbacks,
  drawn,
  stubWire,
  theSchool,
} from '../../tests/harness/component.tsx'
import Home from './home.tsx'

componentTests()

const picture = (name: string) => ({
  base: `/uploads/${name}`,
  widths: [640],
  width: 640,
  height: 800,
  color: '#fff',
})
const fallbacks = {
  ...demonstrationFallbacks,
  pictures: {
    ...noFallbacks.pictures,
    heroPictures: ['one', 'two', 'three'].map((name) => ({ ...picture(name), alt: name })),
  },
}
const noTestimonials = { success: true as const, data: [] }

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/school', { json: theSchool })
  wire.answer('GET /api/Feedback', { json: noTestimonials })
})

async function home(at = '/', texts = {}) {
  const shown = drawn(<Home />, { at, fallbacks: { ...fallbacks, texts: { ...fallbacks.texts, ...texts } } })
  await screen.findByRole('heading', { level: 1 })
  return shown
}

describe('the headline', () => {
  // The popup would make the rest of the page inert.
  beforeEach(() => localStorage.setItem('subscribePopupClosedAt', String(Date.now())))

  const headline = async (text: string, name: string) => {
    await home('/', text && { homeHeadline: text })
    const title = await screen.findByRole('heading', { level: 1, name })
    return [...title.querySelectorAll('span span span')].map((one) => one.textContent)
  }

  test.each([
    ['', 'Start Your Floral Journey With Us', 28],
    ['Rose by rose by rose', 'Rose by rose by rose', 16],
    ['Fleurs d’été', 'Fleurs d’été', 11],
  ])('%j is typed letter by letter', async (text, name, letters) => {
    expect(await headline(text, name)).toHaveLength(letters)
  })

  test.each(['மலர்களைக் கற்றுக்கொள்ளுங்கள்', 'फूलों की पाठशाला', 'مدرسة الزهور'])(
    '%j is typed word by word, because its letters join each other',
    async (text) => {
      expect(await headline(text, text)).toEqual(text.split(' '))
    },
  )
})

describe('the pictures of the hero', () => {
  // The popup would make the rest of the page inert.
  beforeEach(() => localStorage.setItem('subscribePopupClosedAt', String(Date.now())))
  afterEach(() => void vi.useRealTimers())

  test('the hero shows its pictures in turn for 4 s each, until a visitor points at or stops the pictures', async () => {
    await home()
    const stop = await screen.findByRole('button', { name: 'Pause slideshow' })
    const box = stop.parentElement as HTMLElement
    const shown = () =>
      [...box.querySelectorAll('.arch > div')].findIndex((one) => one.getAttribute('aria-hidden') !== 'true')
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    fireEvent.pointerEnter(box)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await wait(20_000)
    expect(shown()).toBe(0)
    fireEvent.pointerLeave(box)
    for (const [before, next] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      await wait(3_999)
      expect(shown()).toBe(before)
      await wait(1)
      expect(shown()).toBe(next)
    }
    fireEvent.click(stop)
    await wait(20_000)
    expect(shown()).toBe(0)
  })
})

describe('the subscribe popup', () => {
  afterEach(() => void vi.useRealTimers())

  const popup = () => screen.queryByRole('dialog')
  const fields = { Name: 'Meena Krishnan', Phone: '98400 12345', Email: 'meena@mail.example' }
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe' })
  const typed = () => Object.keys(fields).map((name) => box(name).value)

  /** Opens the popup by its button, and fills in all fields. */
  async function filled() {
    const shown = await home()
    await shown.user.click(screen.getByRole('button', { name: 'Get Updates' }))
    await screen.findByRole('dialog', { name: 'Stay in touch' })
    for (const [name, value] of Object.entries(fields)) fireEvent.change(box(name), { target: { value } })
    return shown
  }

  test('the subscribe popup can be sent once all three fields are filled in, says thanks and closes after 3 s', async () => {
    const sent = wire.answer('POST /api/landing/contact', { json: { success: true } as never })
    const { user } = await home()
    await user.click(screen.getByRole('button', { name: 'Get Updates' }))
    await screen.findByRole('dialog', { name: 'Stay in touch' })
    expect(submit().disabled).toBe(true)
    for (const [name, value] of Object.entries(fields)) fireEvent.change(box(name), { target: { value } })
    expect(submit().disabled).toBe(false)
    for (const [name, value] of Object.entries(fields)) {
      fireEvent.change(box(name), { target: { value: '   ' } })
      expect(submit().disabled).toBe(true)
      fireEvent.change(box(name), { target: { value } })
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(submit())
    // Each turn moves the page's clock by one millisecond, and a busy machine needs many turns.
    await vi.waitFor(() => expect(popup()).toBe(screen.queryByRole('dialog', { name: 'Thank you!' })), {
      interval: 1,
      timeout: 60_000,
    })
    expect(sent.map(({ body }) => body)).toEqual([
      { name: fields.Name, phone: fields.Phone, email: fields.Email },
    ])
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(popup()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(500))
    vi.useRealTimers()
    await vi.waitFor(() => expect(popup()).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Get Updates' }))
    await screen.findByRole('dialog', { name: 'Stay in touch' })
    expect(typed()).toEqual(['', '', ''])
  })

  test.each([
    ['that gets no answer', 'offline', false],
    ['that fails before it is sent', 'never', true],
  ] as const)(
    'a subscription %s is logged without a message, and the typed values stay',
    async (_, answer, withoutRandom) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      wire.answer('POST /api/landing/contact', answer)
      const { user } = await filled()
      if (withoutRandom) vi.stubGlobal('crypto', { subtle: crypto.subtle })
      await user.click(submit())
      await vi.waitFor(() =>
        expect(log.mock.calls.some(([line]) => line === 'The subscription could not be sent')).toBe(true),
      )
      log.mockRestore()
      vi.unstubAllGlobals()
      expect(typed()).toEqual(Object.values(fields))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('a second click on Subscribe sends the subscription that failed before', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    wire.answer('POST /api/landing/contact', 'offline')
    const { user } = await filled()
    await user.click(submit())
    await vi.waitFor(() => expect(log).toHaveBeenCalled())
    log.mockRestore()
    wire.answer('POST /api/landing/contact', { json: { success: true } as never })
    await user.click(submit())
    await screen.findByRole('dialog', { name: 'Thank you!' })
  })

  test('the subscribe popup can be sent from a browser that opened the site without https', async () => {
    wire.answer('POST /api/landing/contact', { json: { success: true } as never })
    const { user } = await filled()
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await user.click(submit())
    await screen.findByRole('dialog', { name: 'Thank you!' })
  })

  test('closing the subscribe popup empties its fields and returns the focus to its button', async () => {
    const { user } = await filled()
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(popup()).toBeNull())
    const opener = screen.getByRole('button', { name: 'Get Updates' })
    await vi.waitFor(() => expect(document.activeElement).toBe(opener))
    expect(Number(localStorage.getItem('subscribePopupClosedAt'))).toBeGreaterThan(0)
    await user.click(opener)
    await screen.findByRole('dialog', { name: 'Stay in touch' })
    expect(typed()).toEqual(['', '', ''])
  })
})

describe('the subscribe popup of a school of its own', () => {
  afterEach(() => void vi.useRealTimers())

  test('the popup waits on a first page until the visitor has scrolled', async () => {
    wire.answer('GET /api/school', { json: { ...theSchool, isDemonstration: false } })
    await home()
    await act(() => vi.dynamicImportSettled())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.scroll(window)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    vi.useRealTimers()
    await screen.findByRole('dialog', { name: 'Stay in touch' })
  })

  test('the popup asks for the e-mail address alone if the school wishes, and never opens again once it was sent', async () => {
    const own = { ...theSchool, isDemonstration: false, popupAsksEmailAlone: true, popupDays: 0 }
    wire.answer('GET /api/school', { json: own })
    const sent = wire.answer('POST /api/landing/email', { json: { success: true } as never })
    const { user } = await home()
    await user.click(screen.getByRole('button', { name: 'Get Updates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stay in touch' }))
    expect(dialog.getAllByRole('textbox')).toHaveLength(1)
    await user.type(dialog.getByLabelText(/^Email/), 'meena@mail.example')
    await user.click(dialog.getByRole('button', { name: 'Subscribe' }))
    await screen.findByRole('dialog', { name: 'Thank you!' })
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'meena@mail.example' }])
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('subscribePopupClosedAt')).toBe('never')
    cleanup()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    drawn(<Home />)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the venue', () => {
  const prices = () =>
    ['dt', 'dd'].map((part) => [...document.querySelectorAll(`dl ${part}`)].map((one) => one.textContent))

  test('the venue page says what is included, which events fit and what costs extra, and links to /contact', async () => {
    wire.answer('GET /api/admin/event-pricing', 'never')
    await home('/#venue')
    await screen.findByRole('heading', { level: 1, name: 'A room that’s already in bloom' })
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '1400 sq ft air-conditioned hall',
      'Attached pantry',
      '3 toilets',
      'Tables and chairs',
      'Cherry blossom tree centrepiece',
      'Corporate Events',
      'Birthday Parties',
      'Baby Showers',
      'Proposals',
      'Team Building',
      'Workshops',
    ])
    screen.getByText(/Decorations, flowers and catering cost extra\./)
    expect(screen.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe('/contact')
  })

  test('venue prices come from the server, with day and time split at the first digit', async () => {
    const data = { gala: { label: 'Gala nights 7:30 PM - 1:00 AM', price: '125000' } }
    wire.answer('GET /api/admin/event-pricing', { status: 200, json: { success: true, data } })
    await home('/#venue')
    await screen.findByText('Gala nights')
    expect(prices()).toEqual([['Gala nights'], ['7:30 PM - 1:00 AM', '₹1,25,000']])
  })

  test.each([
    ['no answer', 'offline'],
    ['500', { status: 500, json: {} }],
  ] as const)(
    'the built-in venue prices are shown without an error after a failed load (%s)',
    async (_, answer) => {
      const calls = wire.answer('GET /api/admin/event-pricing', answer)
      await home('/#venue')
      await vi.waitFor(() => expect(calls).toHaveLength(1))
      await screen.findByText('Evenings')
      expect(prices()).toEqual([
        ['Weekdays', 'Weekends', 'Evenings'],
        ['10:00 AM - 6:00 PM', '₹2,000', '10:00 AM - 10:00 PM', '₹3,000', '6:00 PM - 10:00 PM', '₹2,500'],
      ])
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('an enquiry from the venue page is about the venue', async () => {
    wire.answer('GET /api/admin/event-pricing', 'never')
    const { user } = await home('/#venue')
    await user.click(await screen.findByRole('button', { name: 'Ask about the hall' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask us' }))
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Topic/).value).toBe('Venue')
  })
})
