import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import Classes from './classes.tsx'

componentTests()

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
})

const list = () => screen.getByRole('region', { name: 'Courses' })
const card = (title: string) =>
  screen.getByRole('heading', { level: 3, name: title }).closest('li') as HTMLLIElement
const topicsOf = (title: string) =>
  [...card(title).querySelectorAll('ul li')].map((topic) => topic.textContent)
const categories = () =>
  within(screen.getByRole('navigation', { name: 'Category' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

/** Shows the page with these courses. */
async function withCourses(courses: object[] | object) {
  wire.answer('GET /api/courses', { status: 200, json: courses })
  const shown = drawn(<Classes />, { at: '/classes' })
  await screen.findByText(/Courses? Available/)
  return shown
}

test('a course card shows badges, rating, next batch, duration with sessions, and price', async () => {
  const course = { id: 'a', slug: 'a', title: 'Ikebana', category: 'Diploma Course', popular: true }
  await withCourses([
    {
      ...course,
      rating: 4.8,
      nextbatch: '2026-03-12',
      duration: '8 weeks',
      sessions: 12,
      price: '39500',
      originalPrice: '42000',
    },
  ])
  for (const words of [
    'Popular',
    'Diploma Course',
    'Next batch',
    'Thu, 12 March 2026',
    '8 weeks · 12 sessions',
    '₹39,500',
    'instead of ₹42,000',
  ])
    expect(card('Ikebana').textContent).toContain(words)
  expect(within(card('Ikebana')).getAllByRole('img', { name: '4.8 out of 5' })).toHaveLength(1)
})

test('a course card shortens a description of more than 100 characters and a list of more than two topics', async () => {
  const course = (id: string, description: string, features: string[]) => ({
    id,
    slug: id,
    title: id,
    description,
    features,
  })
  const { user } = await withCourses([
    course('Long', 'x'.repeat(101), ['One', 'Two', 'Three', 'Four', 'Five']),
    course('Short', 'y'.repeat(100), ['One', 'Two']),
  ])
  const long = within(card('Long'))
  await user.click(long.getByRole('button', { name: 'Read more' }))
  expect(long.getByText('x'.repeat(101)).className).toBe('')
  await user.click(long.getByRole('button', { name: 'Show less' }))
  expect(long.getByText('x'.repeat(101)).className).toContain('line-clamp-2')
  expect(card('Long').textContent).toContain("What you'll learn")
  expect(topicsOf('Long')).toEqual(['One', 'Two'])
  await user.click(long.getByRole('button', { name: '+3 more' }))
  expect(topicsOf('Long')).toHaveLength(5)
  expect(within(card('Short')).queryByRole('button', { name: /more/ })).toBeNull()
})

test('missing facts of a course have defaults, and features in every format become topics', async () => {
  await withCourses({
    data: [
      { id: 'bare' },
      {
        id: 'b',
        slug: 'b',
        title: 'Objects',
        features: [{ topic: 'Roses' }, { topic: 'Lilies' }, { topic: 'Moss' }],
        category: 'diploma courses',
        rating: 3.2,
      },
      {
        id: 'c',
        slug: 'c',
        title: 'Json',
        features: '["Wire","Tape"]',
        category: 'special workshops',
        sessions: 2,
      },
      {
        id: 'd',
        slug: 'd',
        title: 'Commas',
        features: 'Ferns, Palms',
        category: 'Evenings',
        nextbatch: '2026-13-45',
      },
      {
        id: 'e',
        slug: 'e',
        title: 'Lines',
        features: 'Bowls\nVases\n',
        category: 'Workshops',
        capacity: null,
        enrolled: 90,
      },
      { id: 'f', slug: 'f', title: 'Default capacity', enrolled: 20 },
    ],
  })
  const bare = card('Untitled Course')
  await within(bare).findByText('No features listed')
  for (const words of [
    'No description available',
    'Coming soon',
    'Not specified · 1 session',
    'No features listed',
    'Beginner',
    '4.5',
  ])
    expect(bare.textContent).toContain(words)
  expect(within(bare).getAllByRole('img', { name: '4.5 out of 5' })).toHaveLength(1)
  const buttonOf = (title: string, name: RegExp) =>
    within(card(title)).getByRole<HTMLButtonElement>('button', { name })
  expect(buttonOf('Untitled Course', /Enroll Now/).disabled).toBe(false)
  expect(topicsOf('Objects')).toEqual(['Roses', 'Lilies'])
  buttonOf('Objects', /^\+1 more$/)
  expect(within(card('Objects')).getAllByRole('img', { name: '3.2 out of 5' })).toHaveLength(1)
  expect(topicsOf('Json')).toEqual(['Wire', 'Tape'])
  expect(topicsOf('Commas')).toEqual(['Ferns', 'Palms'])
  expect(topicsOf('Lines')).toEqual(['Bowls', 'Vases'])
  expect(card('Commas').textContent).toContain('Invalid date')
  expect(card('Commas').textContent).toContain('Evenings')
  expect(categories()).toEqual(['All(6)', 'Diploma Course(1)', 'Workshops(2)'])
  // An unlimited batch never fills; one without a capacity is full with twenty.
  expect(buttonOf('Lines', /Enroll Now/).disabled).toBe(false)
  expect(buttonOf('Default capacity', /Join Waitlist/).disabled).toBe(true)
})

test('a course picture may be a data URL, base64, a file name or an address; a broken picture becomes a drawing', async () => {
  const course = (id: string, image: string) => ({ id, slug: id, title: id, image })
  await withCourses([
    course('Data', 'data:image/png;base64,iVBORw0KGgo='),
    course('Base64', 'iVBORw0KGgo='),
    course('File', 'roses-640.jpg'),
    course('Address', 'https://malar.example/uploads/roses.jpg'),
    course('Broken', 'gone.jpg'),
  ])
  const imageOf = (title: string) => card(title).querySelector('img')
  expect(['Data', 'Base64', 'File', 'Address'].map((title) => imageOf(title)?.getAttribute('src'))).toEqual([
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/jpeg;base64,iVBORw0KGgo=',
    '/uploads/roses-640.jpg',
    'https://malar.example/uploads/roses.jpg',
  ])
  fireEvent.error(imageOf('Broken') as HTMLImageElement)
  expect(imageOf('Broken')).toBeNull()
  expect(card('Broken').querySelector('svg')).not.toBeNull()
  expect(imageOf('Data')).not.toBeNull()
})

test('the search keeps the courses that contain every word, and is in the address beside the category', async () => {
  const course = (id: string, title: string, rest: object) => ({ id, slug: id, title, ...rest })
  const { user, address } = await withCourses([
    course('a', 'Ikebana', { category: 'Diploma Course', instructor: 'Anjali Nair' }),
    course('b', 'Bouquets', { category: 'Workshops', features: ['The spiral grip'] }),
    course('c', 'Garlands', { category: 'Workshops', description: 'மல்லிகைச் சரம் by Anjali' }),
  ])
  const titles = () =>
    within(list())
      .queryAllByRole('heading', { level: 3 })
      .map((one) => one.textContent)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search courses' })

  await user.type(field, 'anjali spiral')
  expect([address(), titles()]).toEqual(['/classes?q=anjali%20spiral', []])
  expect(list().textContent).toContain('No course matches “anjali spiral”.')
  await user.click(within(list()).getByRole('link', { name: 'Show all courses' }))
  expect([address(), titles(), field.value]).toEqual(['/classes', ['Ikebana', 'Bouquets', 'Garlands'], ''])

  await user.type(field, '  ANJALI ')
  expect(titles()).toEqual(['Ikebana', 'Garlands'])
  expect(categories()).toEqual(['All(2)', 'Diploma Course(1)', 'Workshops(1)'])
  await user.click(screen.getByRole('link', { name: 'Workshops(1)' }))
  expect([address(), titles()]).toEqual(['/classes?category=Workshops&q=ANJALI', ['Garlands']])
  await user.clear(field)
  await user.type(field, 'மல்லிகை')
  expect(titles()).toEqual(['Garlands'])
})

test('a search of more than 80 letters in the address is left out', async () => {
  wire.answer('GET /api/courses', {
    status: 200,
    json: [
      { id: 'a', title: 'Ikebana' },
      { id: 'b', title: 'Bouquets' },
    ],
  })
  drawn(<Classes />, { at: `/classes?q=${'x'.repeat(81)}` })
  await within(list()).findByText('2 Courses Available')
})

test('the badge of one workshop is in the singular', async () => {
  await withCourses([{ id: 'a', title: 'Ikebana', category: 'Workshops' }])
  within(card('Ikebana')).getByText('Workshop')
})

test('the course list shows a spinner while it loads, and says when it has no courses', async () => {
  const held = Promise.withResolvers<{ json: never[] }>()
  wire.answer('GET /api/courses', () => held.promise)
  const { user } = drawn(<Classes />, { at: '/classes' })
  expect(within(list()).getByRole('status', { name: 'Loading courses' })).toBeTruthy()
  expect(list().textContent).not.toContain('Available')
  held.resolve({ json: [] })
  await within(list()).findByText('No courses found')
  expect(list().textContent).toContain('No courses are currently available.')
  for (const category of ['Workshops', 'Diploma Course']) {
    await user.click(
      within(screen.getByRole('navigation', { name: 'Category' })).getByRole('link', {
        name: new RegExp(category),
      }),
    )
    expect(list().textContent).toContain(`No ${category} level courses available.`)
  }
})

test.each([
  ['no answer', 'offline', undefined],
  [
    '503',
    { status: 503, json: { error: 'The service is busy just now.', code: 'unavailable' } },
    'The service is busy just now.',
  ],
] as const)(
  'the course list says that the courses failed to load (%s), and “Try again” loads the courses',
  async (_, answer, sentence) => {
    wire.answer('GET /api/courses', answer)
    const { user } = drawn(<Classes />, { at: '/classes' })
    await within(list()).findByText('We couldn’t load the courses.')
    expect(list().textContent).toContain('No courses found')
    expect(list().textContent).not.toMatch(/available/i)
    if (sentence) expect(list().textContent).toContain(sentence)
    wire.answer('GET /api/courses', { status: 200, json: [{ id: 'a', title: 'Ikebana' }] })
    await user.click(within(list()).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(card('Ikebana')).toBeTruthy())
    expect(list().textContent).not.toContain('could not be loaded')
  },
)

test('the courses page has four cards under “Why Choose Us”', async () => {
  await withCourses([])
  const block = screen.getByRole('region', { name: /Why choose us/i })
  expect(
    within(block)
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent),
  ).toEqual(['Expert Instructors', 'Hands-On Training', 'Industry Recognition', 'Passionate Community'])
})

test('a full course has a disabled “Join Waitlist” in place of “Enroll Now”', async () => {
  await withCourses([{ id: 'a', title: 'Ikebana', capacity: 9, enrolled: 9 }])
  const join = within(card('Ikebana')).getByRole<HTMLButtonElement>('button', { name: /^Join Waitlist/ })
  expect([join.textContent, join.disabled]).toEqual(['Join Waitlist', true])
  expect(within(card('Ikebana')).queryByRole('button', { name: /Enroll Now/ })).toBeNull()
})
