import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { TrialEnd } from '../../../../../contract/registrations/trials.ts'
import { officeDays } from '../../../../../contract/school/office-hours.ts'
import type { CurrentSchoolSettings } from '../../../../../contract/school/school-settings.ts'
import type { SetUp, SetUpItem } from '../../../../../contract/school/set-up.ts'
import {
  fieldIn,
  fill,
  openSection,
  owner,
  press,
  type Wire,
} from '../../../../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire, theSchool } from '../../../../../tests/harness/component.tsx'
import { exampleSettings } from '../../../../../tests/harness/example-settings.ts'
import { SetUpCard } from '../../../set-up-card.tsx'
import { SideMenu } from '../../../side-menu.tsx'

componentTests()

const before: SetUpItem[] = [
  'school',
  'hours',
  'payments',
  'home-page',
  'letters',
  'first-class',
  'trial',
  'open',
]
const all = (state: SetUp['items'][number]['state'], ids = before) => ids.map((id) => ({ id, state }))
const closed: SetUp = { items: all('open'), isOpen: false, missing: ['name', 'second-factor'] }
const answered = (data: SetUp) => ({ json: { success: true as const, data } })
/** Returns a set-up in which only the given items are to do. */
const onlyToDo = (...ids: SetUpItem[]): SetUp => ({
  ...closed,
  items: before.map((id) => ({ id, state: ids.includes(id) ? 'open' : 'done' })),
})

async function openSetUp(wire: Wire, data: SetUp, role?: typeof owner.role, at = 'set-up') {
  wire.answer('GET /api/admin/set-up', answered(data))
  wire.answer('GET /api/admin/demonstration', {
    json: { success: true, data: { plan: null, emptied: null } },
  })
  wire.answer('GET /api/school', { json: { ...theSchool, isOpen: data.isOpen } })
  wire.answer('GET /api/admin/school-settings', settingsAnswer({}))
  wire.answer('GET /api/admin/mail-server', 'never')
  wire.answer('GET /api/admin/logo', { json: { success: true, data: { logo: null } } })
  return openSection(wire, at, role)
}

const emptyHome = {
  page: 'home' as const,
  published: null,
  draft: null,
  version: 0,
  content: {},
  pictures: {},
}

const settingsAnswer = (changes: Partial<CurrentSchoolSettings>) => ({
  json: {
    success: true as const,
    data: {
      settings: exampleSettings,
      version: 4,
      mayEditMoney: true,
      mayLeaveSite: true,
      ...changes,
    },
  },
})

const stepNamed = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)

describe('the steps of the set-up', () => {
  test('each step says its purpose and its state, and the first step to do is unfolded', async () => {
    const items = closed.items.map((one) =>
      one.id === 'school'
        ? { ...one, state: 'done' as const }
        : one.id === 'hours'
          ? { ...one, state: 'later' as const }
          : one,
    )
    await openSetUp(stubWire(), { ...closed, items })
    const steps = (await screen.findAllByRole('listitem')).map((one) => one.textContent)
    expect(steps[0]).toBe(
      'Name and contact detailsDoneThey’re on every page, in every e-mail and on every receipt.',
    )
    expect(steps[1]).toBe('Opening hoursLaterVisitors see when they can come by or call.')
    expect(screen.getByRole('button', { expanded: true }).textContent).toBe('How people pay')
    screen.getByText('7 steps left.')
  })

  test('a step of the set-up is put off and taken up again', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, onlyToDo('letters'))
    const later = { ...closed, items: closed.items.map((one) => ({ ...one, state: 'later' as const })) }
    const sent = wire.answer('PUT /api/admin/set-up/:item', () => {
      wire.answer('GET /api/admin/set-up', answered(later))
      return answered(later)
    })
    await press(user, 'Do this later')
    await waitFor(() => expect(screen.queryByRole('button', { expanded: true })).toBeNull())
    screen.getByText('8 steps left.')
    await press(user, 'E-mail')
    await press(user, 'Move back to the list')
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/set-up/letters', { isPutOff: true }],
      ['/api/admin/set-up/letters', { isPutOff: false }],
    ])
  })

  test('the facts about the school are saved in place, and then the next step unfolds in view', async () => {
    const wire = stubWire()
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = await openSetUp(wire, onlyToDo('school', 'hours'))
    const step = await stepNamed('Name and contact details')
    await waitFor(() => fieldIn(step, 'City'))
    expect(step.queryByText(/map place/)).toBeNull()
    expect(seen).not.toHaveBeenCalled()
    await fill(user, fieldIn(step, 'City'), '')
    await press(user, 'Save', step)
    await step.findByText('Enter the city')
    await fill(user, fieldIn(step, 'City'), 'Madurai')
    const sent = wire.answer('PUT /api/admin/school-settings', () => {
      wire.answer('GET /api/admin/set-up', answered(onlyToDo('hours')))
      return settingsAnswer({ version: 5 })
    })
    await press(user, 'Save', step)
    await (await stepNamed('Opening hours')).findByLabelText('Monday')
    const heading = screen.getByRole('button', { name: 'Opening hours', expanded: true })
    expect(document.activeElement).toBe(heading)
    expect(seen.mock.contexts).toEqual([heading])
    expect(sent[0]?.body).toEqual({ city: 'Madurai', version: 4 })
  })

  test.each([
    ['start-time', '“Garlands” has no start time yet.', 'Enter the start time'],
    ['date', '“Garlands” has no upcoming date yet.', 'Enter the date'],
    ['site', '“Garlands” is off the site.', 'Put it on the site'],
  ] as const)('a class without its %s is named, with a link to its form', async (lacks, says, link) => {
    await openSetUp(stubWire(), {
      ...onlyToDo('first-class'),
      unready: { id: 'c1', title: 'Garlands', lacks },
    })
    const step = await stepNamed('Your first class')
    await step.findByText(says)
    expect(step.getByRole('link', { name: link }).getAttribute('href')).toBe('/admin#classes')
    expect(step.queryByRole('link', { name: 'Add a class' })).toBeNull()
  })

  test('a manager reads which steps only an owner can change', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, onlyToDo('school', 'payments'), 'manager')
    wire.answer('GET /api/admin/school-settings', settingsAnswer({ mayEditMoney: false }))
    const step = await stepNamed('Name and contact details')
    await step.findByText('Only an owner can change the school’s e-mail address.')
    expect([fieldIn(step, 'E-mail').readOnly, fieldIn(step, 'City').readOnly]).toEqual([true, false])
    await press(user, 'How people pay')
    const payments = await stepNamed('How people pay')
    await payments.findByText('Only an owner can change the school’s payment details.')
    expect(payments.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('the hours of the week are saved day by day, and refused if they end before they begin', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, onlyToDo('hours'))
    const step = await stepNamed('Opening hours')
    await user.click(await step.findByLabelText('Sunday'))
    await fill(user, fieldIn(step, 'Until'), '08:00')
    await press(user, 'Save', step)
    step.getByText('Closing time must be after opening time')
    await fill(user, fieldIn(step, 'Until'), '17:30')
    const row = {
      id: 'h1',
      office_day: 'Monday' as const,
      open_time: '09:00',
      close_time: '17:30',
      is_holiday: false,
      version: 1,
    }
    const sent = wire.answer('POST /api/admin/office-timing', { json: { success: true, data: row } })
    await press(user, 'Save', step)
    await screen.findByText('Opening hours saved')
    const day = { open_time: '09:00', close_time: '17:30' }
    expect(sent.map(({ body }) => body)).toEqual(
      officeDays.map((office_day) => ({ office_day, ...day, is_holiday: office_day === 'Sunday' })),
    )
  })

  test('the step of the home page publishes its headline, and leads to the rest of the page', async () => {
    const wire = stubWire()
    wire.answer('GET /api/admin/pages/:page', { json: { success: true, data: emptyHome } })
    wire.answer('GET /api/admin/pages', 'never')
    const { user } = await openSetUp(wire, onlyToDo('home-page'))
    const content = { homeHeadline: 'Ours' }
    const made = { by: 'asha@malar.example', at: '2026-03-02T06:30:00.000Z' }
    const drafted = { ...emptyHome, version: 1, draft: { ...made, content } }
    const saved = wire.answer('PUT /api/admin/pages/:page/draft', { json: { success: true, data: drafted } })
    const published = wire.answer('POST /api/admin/pages/:page/publish', {
      json: {
        success: true,
        data: { ...emptyHome, version: 2, content, published: { number: 1, ...made } },
      },
    })
    wire.answer('POST /api/admin/pages/:page/preview', {
      json: { success: true, data: { path: '/preview/x/', endsAt: made.at } },
    })
    await fill(user, await screen.findByLabelText('Headline'), 'Ours')
    await press(user, 'Preview')
    await screen.findByTitle('Preview of Home')
    expect(screen.queryByLabelText('Text of the courses card')).toBeNull()
    await press(user, 'Publish')
    await waitFor(() => expect(published).toHaveLength(1))
    expect(saved.at(-1)?.body).toEqual({ version: 0, content })
    expect(published[0]?.body).toEqual({ version: 1 })
    const link = await screen.findByRole('link', { name: 'More words and pictures of the home page' })
    expect(link.getAttribute('href')).toContain('#pages?page=home')
  })

  test('the demonstration school has nothing to set up', async () => {
    await openSetUp(stubWire(), { items: [], isOpen: true, missing: [] })
    await screen.findByText('There’s nothing to set up')
  })
})

describe('the trial enrolment', () => {
  const end: TrialEnd = {
    courseTitle: 'Garlands of jasmine',
    day: '2026-03-12',
    startTime: '10:00',
    seats: 1,
    price: '0.00',
    email: 'owner@malar.example',
    letter: 'sent',
    unsent: null,
  }
  const unsent = { subject: 'Trial: Your seat is confirmed', text: 'Dear Meena,\n\nYour seat is confirmed.' }

  const answerEnd = (wire: Wire, answer: Parameters<typeof wire.answer<'POST /api/admin/set-up/trial'>>[1]) =>
    wire.answer('POST /api/admin/set-up/trial', answer)

  async function openEnd(answer: Parameters<typeof answerEnd>[1]) {
    const wire = stubWire()
    const sent = answerEnd(wire, answer)
    await openSetUp(wire, onlyToDo('trial'), owner.role, 'set-up?trial=a-sealed-end')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ trial: 'a-sealed-end' })
    return wire
  }

  test('a trial begins in a new tab, and a refused trial says why', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, onlyToDo('trial'))
    const tab = { close: vi.fn(), location: { replace: vi.fn() } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const error = 'Every batch is full. Add a batch, or more seats to one, then try again.'
    wire.answer('POST /api/admin/site/trial', { status: 409, json: { error, code: 'conflict' } })
    await press(user, 'Try an enrolment')
    await screen.findByText(error)
    expect(tab.close).toHaveBeenCalledOnce()
    const data = { path: '/preview/a.b.c/classes/garlands', endsAt: '2026-03-02T07:30:00.000Z' }
    wire.answer('POST /api/admin/site/trial', { json: { success: true, data } })
    await press(user, 'Try an enrolment')
    const link = await screen.findByRole('link', { name: 'The trial' })
    expect(link.getAttribute('href')).toBe(data.path)
    expect(tab.location.replace).toHaveBeenCalledWith(data.path)
    vi.restoreAllMocks()
  })

  test.each([
    [end, ['The trial worked', 'The e-mail went to owner@malar.example, and to nobody else.', 'a seat in']],
    [
      { ...end, seats: 3, price: '7500.00', letter: 'unset' as const, unsent },
      [
        'The trial worked',
        'There’s no e-mail server yet',
        'A visitor who has paid ₹7,500 would now have 3 seats in',
        unsent.subject,
        'Dear Meena,',
      ],
    ],
    [
      { ...end, letter: 'senderless' as const, unsent },
      ['The trial worked', 'The school has no e-mail address yet', 'Dear Meena,'],
    ],
    [
      { ...end, letter: 'failed' as const, unsent },
      ['The e-mail of the trial wasn’t sent', 'We couldn’t send the e-mail.', 'Dear Meena,'],
    ],
  ])('the end of a trial says what happened: %o', async (data, words) => {
    await openEnd({ json: { success: true, data } })
    const went = await screen.findByText(/Nothing was kept/)
    const note = went.closest('[role=status]')?.textContent
    for (const one of [...words, 'Garlands of jasmine', '12 March 2026']) expect(note).toContain(one)
  })

  test('a trial whose result cannot be read is said to be over', async () => {
    const error = 'This trial is over. Begin another one.'
    await openEnd({ status: 404, json: { error, code: 'not_found' } })
    await screen.findByText(error)
    expect(screen.queryByText(/Nothing was kept/)).toBeNull()
  })
})

describe('the opening of the site', () => {
  test('the step of the opening lists what is missing, and its button waits for it', async () => {
    await openSetUp(stubWire(), { ...onlyToDo('open'), missing: ['name', 'city', 'second-factor'] })
    const step = await stepNamed('Open to visitors')
    expect((await step.findAllByRole('listitem')).map((one) => one.textContent)).toEqual([
      'The school’s name',
      'The city',
      'Your two-factor sign-in',
    ])
    step.getByRole('button', { name: 'Turn on two-factor sign-in' })
    expect(step.getByRole<HTMLButtonElement>('button', { name: 'Open the site' }).disabled).toBe(true)
  })

  test('the opening waits until the recovery codes are saved, and folding the step keeps them', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, { ...onlyToDo('open'), missing: ['second-factor'] })
    const step = await stepNamed('Open to visitors')
    await press(user, 'Turn on two-factor sign-in', step)
    const dialog = within(await screen.findByRole('dialog'))
    const uri = 'otpauth://totp/Malar?secret=AAAABBBB'
    wire.answer('POST /api/profile/two-factor', {
      json: { success: true, data: { secret: 'AAAABBBB', uri } },
    })
    await press(user, 'Continue', dialog)
    await fill(user, await dialog.findByLabelText(/^Code/), '123456')
    wire.answer('POST /api/profile/two-factor/confirm', () => {
      wire.answer('GET /api/admin/set-up', answered({ ...onlyToDo('open'), missing: [] }))
      return { json: { success: true as const, data: { recoveryCodes: ['abcd-efgh'] } } }
    })
    await press(user, 'Turn on', dialog)
    await step.findByText('abcd-efgh')
    await waitFor(() => expect(step.queryByText('Still missing:')).toBeNull())
    const opening = () => step.getByRole<HTMLButtonElement>('button', { name: 'Open the site' })
    expect(opening().disabled).toBe(true)
    await press(user, 'Open to visitors')
    await waitFor(() => expect(step.queryByText('abcd-efgh')).toBeNull())
    await press(user, 'Open to visitors')
    await step.findByText('abcd-efgh')
    await press(user, 'I’ve saved my codes', step)
    await waitFor(() => expect(opening().disabled).toBe(false))
  })

  test('a refused opening is explained in the question, and a successful opening closes the question', async () => {
    const wire = stubWire()
    const { user } = await openSetUp(wire, { ...onlyToDo('open'), missing: [] })
    const step = await stepNamed('Open to visitors')
    await press(user, 'Open the site', step)
    const question = within(await screen.findByRole('alertdialog'))
    const error = 'The site can’t open yet. Still missing: its city.'
    wire.answer('POST /api/admin/site/open', { status: 409, json: { error, code: 'conflict' } })
    await press(user, 'Open the site', question)
    await question.findByText(error)
    const opened: SetUp = { items: all('done'), isOpen: true, missing: [] }
    wire.answer('POST /api/admin/site/open', answered(opened))
    expect(screen.queryByText(/Visitors don’t get e-mails/)).toBeNull()
    await press(user, 'Open the site', question)
    await screen.findByText('Your site is open')
    await screen.findByText('Every owner gets an e-mail about it.')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('the step says that the site is open, and the remaining steps are counted as before', async () => {
    const items: SetUp['items'] = [...all('done'), { id: 'backup', state: 'later' }]
    await openSetUp(stubWire(), { items, isOpen: true, missing: [] })
    const step = await stepNamed('Open to visitors')
    step.getByText('Your site is open. Everyone can see it.')
    expect(step.queryByText(/you open soon/)).toBeNull()
    screen.getByText('1 step left.')
  })

  test('the question about the opening warns if a school without a mail server sends visitors no e-mails', async () => {
    const wire = stubWire()
    const items = onlyToDo('open').items.map((one) =>
      one.id === 'letters' ? { ...one, state: 'later' as const } : one,
    )
    const { user } = await openSetUp(wire, { ...closed, items, missing: [] })
    await press(user, 'Open the site', await stepNamed('Open to visitors'))
    const question = within(await screen.findByRole('alertdialog'))
    await question.findByText(/Visitors don’t get e-mails until the step “E-mail” is done\./)
    wire.answer('POST /api/admin/site/open', answered({ items: all('done'), isOpen: true, missing: [] }))
    await press(user, 'Open the site', question)
    await screen.findByText('Your site is open')
    expect(screen.queryByText('Every owner gets an e-mail about it.')).toBeNull()
  })

  test('a manager reads that only an owner can open the site', async () => {
    await openSetUp(stubWire(), onlyToDo('open'), 'manager')
    await screen.findByText('Only an owner can open the site.')
  })
})

describe('the way to the set-up', () => {
  const menu = async (data: SetUp, role = owner.role) => {
    const wire = stubWire()
    localStorage.setItem('sessionToken', 'a-token')
    wire.answer('GET /api/auth/user', { json: { ...owner, role } })
    wire.answer('GET /api/school', { json: { ...theSchool, isDemonstration: false } })
    wire.answer('GET /api/admin/set-up', answered(data))
    drawn(
      <>
        <SideMenu
          current=""
          isOpen
          counts={undefined}
          closed={[]}
          toggleGroup={() => undefined}
          onChoose={() => undefined}
        />
        <SetUpCard />
      </>,
      { at: '/admin' },
    )
    const nav = within(await screen.findByRole('navigation', { name: 'Sections' }))
    await nav.findByRole('link', { name: 'Dashboard' })
    const linksOf = (group: string) =>
      within(nav.getByRole('list', { name: group }))
        .getAllByRole('link')
        .map((one) => one.textContent)
    return () => ({ today: linksOf('Today'), settings: linksOf('Settings') })
  }

  test.each([
    ['a closed site', closed, true],
    ['a closed site with everything put off', { ...closed, items: all('later') }, true],
    ['an open site with something to do', { ...onlyToDo('letters'), isOpen: true }, true],
    ['an open site with everything done or put off', { ...closed, items: all('later'), isOpen: true }, false],
    ['the demonstration', { items: [], isOpen: true, missing: [] }, false],
  ] as const)('the set-up of %s is first in the menu and on the dashboard: %s', async (_, data, isShown) => {
    const links = await menu(data as SetUp)
    if (isShown) await screen.findByRole('link', { name: 'Continue' })
    const first = ['Set up your school', 'Dashboard']
    await waitFor(() => expect(links().today).toEqual(isShown ? first : ['Dashboard']))
    expect(links().settings.includes('Set up your school')).toBe(!isShown)
  })

  test('the dashboard counts and names the steps that are not done', async () => {
    const items: SetUp['items'] = [
      ...all('done'),
      { id: 'backup', state: 'later' },
      { id: 'second-factor', state: 'open' },
    ]
    await menu({ items, isOpen: true, missing: [] })
    await screen.findByText('2 steps left: Backup (later), Two-factor sign-in.')
  })

  test('the front desk does not see the set-up', async () => {
    const links = await menu(closed, 'front-desk')
    expect(links()).not.toContain('Set up your school')
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  })
})

test('the code to test a UPI id is drawn only for a valid id, and pays to exactly the typed id', async () => {
  const wire = stubWire()
  const settings = { ...exampleSettings, upiId: '', upiName: '' }
  const shown = openSetUp(wire, onlyToDo('payments'))
  wire.answer('GET /api/admin/school-settings', settingsAnswer({ settings }))
  const { user } = await shown
  const step = await stepNamed('How people pay')
  const id = (await step.findByLabelText(/^UPI id/)) as HTMLInputElement
  step.getByText('Enter your UPI id, and a code to test it appears here.')
  const code = () => step.queryByRole('img', { name: /^UPI QR code/ })
  await user.type(id, 'nobody')
  step.getByText('This isn’t a UPI id yet. A UPI id looks like name@bank.')
  expect(code()).toBeNull()
  await user.clear(id)
  await user.type(id, 'poonga@bank')
  step.getByText(
    /This code is for ₹1. Scan it with your UPI app, which shows the payee’s name before you pay/,
  )
  expect(code()).not.toBeNull()
})
