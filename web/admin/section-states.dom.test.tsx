import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import {
  fieldIn,
  fill,
  openDialog,
  openQuestion,
  openSection,
  press,
  type Wire,
} from '../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../tests/harness/component.tsx'
import {
  customRequest,
  enquiry,
  impact,
  instructor,
  note,
  officeDay,
  order,
  prices,
  product,
  review,
} from './records.fixture.ts'
import { item as aClass } from './sections/catalogue/classes/class.fixture.ts'

componentTests()

const failure = { status: 500, json: null }

interface Sentences {
  /** A text that the loaded list shows. */
  shown: string
  failed: string
  refreshed?: string
  notRefreshed?: string
  empty?: string[]
}

interface List extends Sentences {
  id: string
  fails: (wire: Wire, how: 'offline' | typeof failure) => unknown
  loads: (wire: Wire) => unknown
  isEmpty: (wire: Wire) => unknown
}

const list = <K extends ApiKey>(
  id: string,
  call: K,
  { loaded, none, ...sentences }: Sentences & Record<'loaded' | 'none', EndpointResponse<Api[K]>>,
): List => ({
  id,
  fails: (wire, how) => wire.answer(call, how),
  loads: (wire) => wire.answer(call, { json: loaded }),
  isEmpty: (wire) => wire.answer(call, { json: none }),
  ...sentences,
})

/** Answers the calls that sections make in addition to loading their list. */
function answerTheRest(wire: Wire) {
  const totals = { count: 0, amount: '0.00', paid: '0.00', due: '0.00' }
  wire.answer('GET /api/admin/orders-totals', { json: { success: true, data: totals } })
  wire.answer('GET /api/admin/registrations/totals', {
    json: { success: true, data: { events: totals, classes: totals } },
  })
  wire.answer('GET /api/admin/closed-days/planned', {
    json: { success: true, data: { sessions: [], orders: [] } },
  })
  wire.answer('GET /api/admin/money/lines', { json: nothing })
  wire.answer('GET /api/admin/money/waiting', { json: nothing })
  wire.answer('GET /api/admin/money/to-give-back', { json: nothing })
  wire.answer('GET /api/admin/money/waiting-totals', { json: { success: true, data: totals } })
  wire.answer('GET /api/admin/money/to-give-back-totals', {
    json: { success: true, data: { count: 0, waits: '0.00' } },
  })
  wire.answer('GET /api/courses', { json: [] })
  wire.answer('GET /api/getStudents', { json: noStudents })
  wire.answer('GET /api/admin/event-students', { json: noEvents })
}

const noData = 'Failed to fetch data. Please try again.'
const listOf = <Row,>(row: Row) => ({
  loaded: { success: true as const, data: [row] },
  none: nothing,
})
const nothing = { success: true as const, data: [] }
const noStudents = { success: true as const, data: [], total: 0 }
const noEvents = { success: true as const, data: [], total: 0 }
const lists: List[] = [
  list('products', 'GET /api/admin/products', {
    loaded: [product],
    none: [],
    shown: 'Red Roses',
    failed: noData,
    refreshed: 'Products refreshed successfully',
    notRefreshed: 'Failed to refresh products',
    empty: ['No products found'],
  }),
  list('orders', 'GET /api/admin/orders', {
    loaded: [order],
    none: [],
    shown: 'ORD-1',
    failed: noData,
    refreshed: 'Orders refreshed successfully',
    notRefreshed: 'Failed to refresh orders',
    empty: ['No orders found'],
  }),
  list('classes', 'GET /api/admin/AdminClasses', {
    loaded: [aClass],
    none: [],
    shown: 'Bridal Bouquets',
    failed: noData,
    refreshed: 'Classes refreshed successfully',
    notRefreshed: 'Failed to refresh classes',
  }),
  list('event-class-enrollments', 'GET /api/getEventClassEnrollments', {
    loaded: { success: true, eventClassEnrollments: [], classEnrollments: [] },
    none: { success: true, eventClassEnrollments: [], classEnrollments: [] },
    shown: 'Class Enrollments',
    failed: 'Failed to fetch event class enrollments data',
    refreshed: 'Enrolments refreshed successfully',
    empty: ['No event enrolments found', 'No class enrolments found'],
  }),
  list('category-visitor-list', 'GET /api/categoryuserdata', {
    ...listOf(enquiry),
    shown: 'Sundar Enterprises',
    failed: 'Failed to fetch visitor data',
    empty: ['No category visitors found'],
  }),
  list('feedback', 'GET /api/Feedback', {
    ...listOf(review),
    shown: 'Ponni Arasu',
    failed: noData,
    refreshed: 'Feedback refreshed successfully',
  }),
  list('office-timing', 'GET /api/office-timing', {
    ...listOf(officeDay),
    shown: 'Tuesday',
    failed: noData,
    refreshed: 'Office hours refreshed successfully',
  }),
  list('students', 'GET /api/getStudents', {
    loaded: noStudents,
    none: noStudents,
    shown: 'No course students found',
    failed: 'Failed to fetch students data',
    refreshed: 'Students refreshed successfully',
  }),
  list('students', 'GET /api/admin/event-students', {
    loaded: noEvents,
    none: noEvents,
    shown: 'No event students found',
    failed: 'Failed to fetch events data',
  }),
  list('instructors', 'GET /api/instructors', {
    ...listOf(instructor),
    shown: 'Valli Arumugam',
    failed: 'Failed to fetch instructors data',
    refreshed: 'Instructors refreshed successfully',
  }),
  list('impact', 'GET /api/impacts', {
    ...listOf(impact),
    shown: '1 impact(s) total',
    failed: 'Failed to fetch impacts',
    refreshed: 'Impacts refreshed successfully',
    empty: ['No impacts found'],
  }),
  list('event-pricing', 'GET /api/admin/event-pricing', {
    loaded: prices,
    none: { ...prices, data: {} },
    shown: 'Weekdays',
    failed: 'Failed to fetch event pricing',
    refreshed: 'Event pricing refreshed successfully',
    empty: ['No event pricing found'],
  }),
  list('custom-requests', 'GET /api/admin/custom-requests', {
    loaded: [customRequest],
    none: [],
    shown: 'Asha Pillai',
    failed: 'Failed to fetch custom requests',
  }),
  list('status-feedback', 'GET /api/Feedback', {
    ...listOf(note),
    shown: 'Count the vases',
    failed: noData,
    refreshed: 'Status feedback refreshed successfully',
  }),
  list('money', 'GET /api/admin/money/waiting', {
    loaded: nothing,
    none: nothing,
    shown: 'No payments due',
    failed: 'Failed to fetch payments due',
  }),
  list('outbox', 'GET /api/admin/messages', {
    loaded: nothing,
    none: nothing,
    shown: 'No messages found',
    failed: 'We couldn’t load the messages.',
  }),
]

describe('the lists of the back office', () => {
  test.each(lists)(
    'the list of the section $id that cannot be loaded says “$failed”, and “Try again” loads it',
    async (one) => {
      const { fails, loads, isEmpty, shown, failed, refreshed, notRefreshed, empty = [] } = one
      const wire = stubWire()
      answerTheRest(wire)
      fails(wire, 'offline')
      const { user } = openSection(wire, one.id)
      const refresh = () => user.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement)
      await screen.findByText(failed)
      expect(screen.queryByText(shown)).toBeNull()
      loads(wire)
      await press(user, 'Try again')
      await screen.findByText(shown)
      if (refreshed) {
        await refresh()
        await screen.findByText(refreshed)
      }
      if (notRefreshed) {
        fails(wire, failure)
        await refresh()
        await screen.findByText(notRefreshed)
        screen.getByText(shown)
      }
      isEmpty(wire)
      if (empty.length > 0) await refresh()
      for (const sentence of empty) await screen.findByText(sentence)
    },
  )
})

/** The question stays open after a refusal. */
async function refusesToDelete(user: UserEvent, button: string, sentence: string) {
  const question = await openQuestion(user, button)
  await press(user, 'Delete', question)
  await screen.findByText(sentence)
  await press(user, 'Cancel', question)
}

interface Form {
  id: string
  loads: (wire: Wire) => unknown
  shown: string
  add: string
  fields: Record<string, string>
  addFailed: string
  fails: ApiKey[]
  remove: string
  removeFailed: string
}

const forms: Form[] = [
  {
    id: 'office-timing',
    loads: (wire) => wire.answer('GET /api/office-timing', { json: { success: true, data: [officeDay] } }),
    shown: 'Tuesday',
    add: 'Add Office Hours',
    fields: { 'Opening time': '07:45' },
    addFailed: 'Failed to add office hours. Please try again.',
    fails: ['POST /api/admin/office-timing', 'DELETE /api/admin/office-timing/:id'],
    remove: 'Delete Tuesday',
    removeFailed: 'Failed to delete office hours. Please try again.',
  },
  {
    id: 'feedback',
    loads: (wire) => wire.answer('GET /api/Feedback', { json: { success: true, data: [review] } }),
    shown: 'Ponni Arasu',
    add: 'Add Feedback',
    fields: { 'Student name': 'Meena', 'Course name': 'Ikebana', Feedback: 'Calm.' },
    addFailed: 'Failed to add feedback. Please try again.',
    fails: ['POST /api/student-feedback', 'DELETE /api/student-feedback/:id'],
    remove: 'Delete the feedback from Ponni Arasu',
    removeFailed: 'Failed to delete feedback. Please try again.',
  },
  {
    id: 'status-feedback',
    loads: (wire) => wire.answer('GET /api/Feedback', { json: { success: true, data: [note] } }),
    shown: 'Count the vases',
    add: 'Add Status Feedback',
    fields: {
      Title: 'Buy twine',
      'Assigned to': 'Priya',
      'Created by': 'Meenakshi',
      Description: 'Two rolls.',
    },
    addFailed: 'Failed to add status feedback. Please try again.',
    fails: ['POST /api/status-feedback', 'DELETE /api/status-feedback/:id'],
    remove: 'Delete Count the vases',
    removeFailed: 'Failed to delete status feedback',
  },
  {
    id: 'instructors',
    loads: (wire) => wire.answer('GET /api/instructors', { json: { success: true, data: [instructor] } }),
    shown: 'Valli Arumugam',
    add: 'Add Instructor',
    fields: { 'Full Name': 'Uma', Email: 'uma@malar.example' },
    addFailed: 'Failed to create instructor. Please try again.',
    fails: ['POST /api/admin/instructors', 'DELETE /api/admin/instructors/:id'],
    remove: 'Delete Valli Arumugam',
    removeFailed: 'Failed to delete instructor. Please try again.',
  },
]

describe('failed saves and deletes in the back office', () => {
  test.each(forms)(
    'a failed addition in the section $id says “$addFailed” and keeps the typed values',
    async (form) => {
      const { id, loads, add, fields, addFailed, fails, remove, removeFailed } = form
      const wire = stubWire()
      answerTheRest(wire)
      loads(wire)
      for (const call of fails) wire.answer(call, failure)
      const { user } = openSection(wire, id)
      await screen.findByText(form.shown)
      const dialog = await openDialog(user, add)
      for (const [label, typed] of Object.entries(fields)) await fill(user, fieldIn(dialog, label), typed)
      await press(user, add, dialog)
      await screen.findByText(addFailed)
      for (const [label, typed] of Object.entries(fields))
        expect(fieldIn(dialog, label)).toHaveProperty('value', typed)
      await press(user, 'Cancel', dialog)
      await press(user, 'Discard')
      await refusesToDelete(user, remove, removeFailed)
    },
  )

  test.each<Pick<Form, 'id' | 'loads' | 'fails'> & Record<'edit' | 'field' | 'typed' | 'failed', string>>([
    {
      id: 'office-timing',
      loads: (wire) => wire.answer('GET /api/office-timing', { json: { success: true, data: [officeDay] } }),
      fails: ['PUT /api/admin/office-timing/:id'],
      edit: 'Edit Tuesday',
      field: 'Closing time',
      typed: '21:45',
      failed: 'Failed to update office hours',
    },
    {
      id: 'instructors',
      loads: (wire) => wire.answer('GET /api/instructors', { json: { success: true, data: [instructor] } }),
      fails: ['PUT /api/admin/instructors/:id'],
      edit: 'Edit Valli Arumugam',
      field: 'Specialization',
      typed: 'Torans',
      failed: 'Failed to update instructor. Please try again.',
    },
  ])(
    'a failed change in the section $id says “$failed” and keeps the typed value',
    async ({ id, loads, fails, edit, field, typed, failed }) => {
      const wire = stubWire()
      answerTheRest(wire)
      loads(wire)
      for (const call of fails) wire.answer(call, failure)
      const { user } = openSection(wire, id)
      const dialog = await openDialog(user, edit)
      await fill(user, fieldIn(dialog, field), typed)
      await press(user, 'Save changes', dialog)
      await screen.findByText(failed)
      expect(fieldIn(dialog, field)).toHaveProperty('value', typed)
    },
  )

  test('a class with paid seats is not deleted, and the open dialog says how many seats are paid', async () => {
    const wire = stubWire()
    wire.answer('GET /api/admin/AdminClasses', { json: [aClass] })
    const sentence = 'This class has 3 paid seats.'
    wire.answer('DELETE /api/admin/AdminClasses/:id', {
      status: 409,
      json: { error: sentence, code: 'conflict' },
    })
    const { user } = openSection(wire, 'classes')
    const question = await openQuestion(user, `Delete ${aClass.title}`)
    expect(
      question.getByText(/You can undo this\. Deleted records stay in the bin for 30 days\./),
    ).toBeTruthy()
    await press(user, 'Delete', question)
    await screen.findByText('Failed to delete class. Please try again.')
    await question.findByText(sentence)
  })

  test('a failed deletion of an impact number is reported in the open dialog', async () => {
    const wire = stubWire()
    wire.answer('GET /api/impacts', { json: { success: true, data: [impact] } })
    wire.answer('DELETE /api/impacts/:id', failure)
    await refusesToDelete(
      openSection(wire, 'impact').user,
      'Delete Happy Students',
      'Failed to delete impact',
    )
  })

  test('when hall prices cannot be saved, the section says so and keeps the typed price', async () => {
    const wire = stubWire()
    wire.answer('GET /api/admin/event-pricing', { json: prices })
    wire.answer('PUT /api/admin/event-pricing', failure)
    const { user } = openSection(wire, 'event-pricing')
    await press(user, /^Edit Weekdays/)
    const price = fieldIn(within(await screen.findByRole('group', { name: 'Row 1' })), 'Price (₹)')
    await fill(user, price, '2345')
    await press(user, 'Save')
    await screen.findByText('Failed to update event pricing')
    expect(price).toHaveProperty('value', '2345')
  })
})
