import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noFallbacks } from '../../contract/school/fallbacks.ts'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import About from './about.tsx'

componentTests()

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/school', { json: theSchool })
  for (const call of ['GET /api/impacts', 'GET /api/instructors', 'GET /api/courses'] as const)
    wire.answer(call, 'never')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.mocked(console.error).mockRestore())

const about = () => drawn(<About />, { at: '/about' })
const region = (name: string) => screen.getByRole('region', { name })
const textsOf = (part: HTMLElement, selector: string) =>
  [...part.querySelectorAll(selector)].map((one) => one.textContent)
/** The cards of a region: its list's own items. */
const cardsOf = (name: string) => [...region(name).querySelectorAll<HTMLElement>('ul > li:has(h3)')]
const isLogged = (words: RegExp) => vi.mocked(console.error).mock.calls.some(([line]) => words.test(line))

test('the top of the about page and its section of workshops link to all courses', () => {
  about()
  for (const name of ['Explore Courses', 'View All Workshops'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/classes')
})

test('the about page says the heading and the lines that the school wrote', () => {
  const texts = { aboutHeading: 'We tie\nby hand', aboutLead: 'One.\n\nTwo.' }
  drawn(<About />, { at: '/about', fallbacks: { ...noFallbacks, texts } })
  const heading = screen.getByRole('heading', { level: 1, name: 'We tie by hand' })
  expect(heading.querySelector('em')?.textContent).toBe('by hand')
  const lead = screen.getByText(
    (_, element) => element?.tagName === 'P' && element.textContent === 'One.\n\nTwo.',
  )
  expect(lead.className).toContain('whitespace-pre-line')
})

describe('the impact numbers', () => {
  const numbers = () => ['dt', 'dd'].map((part) => textsOf(region('Our Impact in Numbers'), part))

  test.each([
    ['a bare list', (rows: unknown) => rows],
    ['a list in “data”', (rows: unknown) => ({ success: true, data: rows })],
    ['a list in “impacts”', (rows: unknown) => ({ impacts: rows })],
  ])('the impact numbers are read from an answer with %s', async (_, wrapped) => {
    const json = wrapped([{ id: 'a', title: 'Vases', value: '1234567' }])
    wire.answer('GET /api/impacts', { status: 200, json })
    about()
    await screen.findByText('Vases')
    expect(numbers()).toEqual([['Vases'], ['12,34,567']])
  })

  test.each([
    ['no answer', true, 'offline'],
    ['an empty list', false, { status: 200, json: [] }],
  ] as const)(
    'the four built-in impact numbers are shown after %s (logged: %s)',
    async (_, logged, answer) => {
      const calls = wire.answer('GET /api/impacts', answer)
      about()
      await vi.waitFor(() => {
        expect(calls).toHaveLength(1)
        expect(isLogged(/impact numbers could not/)).toBe(logged)
      })
      expect(numbers()).toEqual([
        ['Happy Students', 'Years Experience', 'Classes Taught', 'Flowers Arranged'],
        ['5,000', '15', '500', '50,000'],
      ])
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('the instructors', () => {
  const name = 'Our Expert Instructors'
  const person = (n: number, rest = {}) => ({
    id: `i${n}`,
    name: `Teacher ${n}`,
    role: 'Roses',
    description: `About teacher ${n}.`,
    highlights: ['First', 'Second', 'Third'],
    experience_years: 7,
    email: `teacher${n}@malar.example`,
    profile_image: null,
    picture: null,
    is_active: true,
    ...rest,
  })

  test('six placeholders are shown while the instructors load, then a card for each active instructor', async () => {
    const held = Promise.withResolvers<{ status: number; json: unknown }>()
    wire.answer('GET /api/instructors', () => held.promise)
    about()
    expect(screen.getByRole('status', { name: 'Loading instructors' }).children).toHaveLength(6)
    const lilies = { highlights: [], role: null, specialization: 'Lilies', description: null, bio: 'Bio 2' }
    const data = [person(1), person(2, lilies), person(3, { is_active: false })]
    held.resolve({ status: 200, json: { success: true, data } })
    await screen.findByText('Teacher 1')
    expect(screen.queryByRole('status', { name: 'Loading instructors' })).toBeNull()
    const [one, two, ...others] = cardsOf(name)
    expect(others).toEqual([])
    for (const words of ['Teacher 1', 'Roses', 'About teacher 1.', 'First', 'Second'])
      expect(one?.textContent).toContain(words)
    expect(one?.textContent).not.toMatch(/Third|teacher1@/)
    for (const words of ['Lilies', 'Bio 2', '7 years of experience'])
      expect(two?.textContent).toContain(words)
    expect(two?.querySelector('a')?.getAttribute('href')).toBe('mailto:teacher2@malar.example')
  })

  test.each([
    ['a server error', { status: 500, json: {} }, true],
    ['an empty list', { status: 200, json: { success: true, data: { data: [] } } }, false],
  ] as const)(
    'six built-in instructors with role, text and highlights are shown after %s',
    async (_, answer, logged) => {
      wire.answer('GET /api/instructors', answer)
      about()
      await screen.findByText('Meenakshi Raman')
      expect(isLogged(/instructors could not be/)).toBe(logged)
      expect(cardsOf(name)).toHaveLength(6)
      for (const one of cardsOf(name)) {
        expect(textsOf(one, 'li')).toHaveLength(2)
        expect(textsOf(one, 'p')).toHaveLength(2)
      }
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('an instructor’s picture that fails to load is replaced by a drawn flower', async () => {
    const rows = [person(1, { profile_image: 'gone.jpg' }), person(2, { profile_image: 'kept.jpg' })]
    wire.answer('GET /api/instructors', { status: 200, json: { data: { data: rows } } })
    about()
    await screen.findByText('Teacher 1')
    const [one, two] = cardsOf(name) as [HTMLElement, HTMLElement]
    expect(one.querySelector('img')?.getAttribute('src')).toBe('/uploads/gone.jpg')
    fireEvent.error(one.querySelector('img') as HTMLImageElement)
    expect([one.querySelector('img'), one.querySelector('svg') === null]).toEqual([null, false])
    expect(two.querySelector('img')).not.toBeNull()
  })
})

describe('the courses', () => {
  const [diplomas, workshops] = ['Professional Diplomas', 'Our Workshops'] as const
  const course = (n: number, category: string, rest = {}) => ({
    id: `c${n}`,
    slug: `c${n}`,
    title: `Course ${n}`,
    description: `About course ${n}.`,
    price: '12500.00',
    originalPrice: null,
    features: ['One', 'Two', 'Three', 'Four'],
    nextbatch: '2026-03-21',
    category,
    capacity: 16,
    enrolled: 9,
    ...rest,
  })
  const withCourses = async (courses: object[]) => {
    wire.answer('GET /api/courses', { status: 200, json: courses })
    const shown = about()
    await screen.findByText('Course 1')
    return shown
  }

  test('the about page shows three diploma courses and three workshops with topics, price, seats and a button', async () => {
    await withCourses([
      ...[1, 2, 3, 4].map((n) =>
        course(n, n === 2 ? 'Diploma Courses' : 'Diploma Course', {
          originalPrice: n === 1 ? '15000.00' : null,
        }),
      ),
      ...[5, 6, 7, 8].map((n) =>
        course(n, n === 6 ? 'Special Workshops' : 'Workshops', { capacity: n === 5 ? null : 16 }),
      ),
      course(9, 'Beginner'),
    ])
    expect([cardsOf(diplomas).length, cardsOf(workshops).length]).toEqual([3, 3])
    const [first, second] = cardsOf(diplomas) as [HTMLElement, HTMLElement]
    const [workshop] = cardsOf(workshops) as [HTMLElement]
    expect(textsOf(first, 'li')).toEqual(['One', 'Two', 'Three'])
    expect(textsOf(workshop, 'li')).toEqual(['One', 'Two'])
    expect(first.textContent).toContain('₹12,500')
    expect(textsOf(first, 's')).toEqual(['instead of ₹15,000'])
    expect(textsOf(second, 's')).toEqual([])
    expect(first.textContent).toContain('9/16 enrolled')
    expect(workshop.textContent).toContain('9 enrolled')
    expect(within(first).getByRole('button', { name: 'Enroll Now: Course 1' }).textContent).toBe('Enroll Now')
    expect(within(workshop).getByRole('button', { name: 'Join Workshop: Course 5' }).textContent).toBe(
      'Join Workshop',
    )
  })

  test.each([
    [120, false],
    [121, true],
  ])('a course description of %i characters is folded: %s', async (length, folds) => {
    const { user } = await withCourses([course(1, 'Diploma Course', { description: 'x'.repeat(length) })])
    const [card] = cardsOf(diplomas) as [HTMLElement]
    const more = () => within(card).queryByRole('button', { name: 'Read more' })
    expect(more() !== null).toBe(folds)
    if (!folds) return
    await user.click(more() as HTMLElement)
    await user.click(within(card).getByRole('button', { name: 'Show less' }))
    expect(more()).not.toBeNull()
  })

  test('both course sections of the about page say when there are no courses', async () => {
    wire.answer('GET /api/courses', { json: [] })
    about()
    await within(region(diplomas)).findByText('No professional courses available at the moment.')
    within(region(workshops)).getByText('No Workshops Available')
    within(region(workshops)).getByRole('link', { name: 'View All Workshops' })
  })

  test('both course sections of the about page say that the courses failed to load, and “Try again” loads them', async () => {
    wire.answer('GET /api/courses', 'offline')
    const { user } = about()
    for (const name of [diplomas, workshops]) {
      await within(region(name)).findByText('We couldn’t load the courses.')
      expect(region(name).textContent).not.toMatch(/No professional courses|No Workshops/)
    }
    expect(isLogged(/courses could not be/)).toBe(true)
    wire.answer('GET /api/courses', { status: 200, json: [course(1, 'Workshops')] })
    await user.click(within(region(workshops)).getByRole('button', { name: 'Try again' }))
    await screen.findByText('Course 1')
    expect(cardsOf(workshops)).toHaveLength(1)
    within(region(diplomas)).getByText('No professional courses available at the moment.')
  })

  test('a full course has a disabled “Join Waitlist” and a button for the waiting list', async () => {
    await withCourses([course(1, 'Workshops', { capacity: 9, enrolled: 9 })])
    const join = screen.getByRole<HTMLButtonElement>('button', { name: 'Join Waitlist: Course 1' })
    expect(join.disabled).toBe(true)
    within(region(workshops)).getByRole('button', { name: 'Tell me when a seat opens' })
  })
})
