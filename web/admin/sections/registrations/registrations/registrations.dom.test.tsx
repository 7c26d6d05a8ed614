import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ClassRegistration } from '../../../../../contract/registrations/registrations.ts'
import { openSection } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

componentTests()

const seat: ClassRegistration = {
  id: 's1',
  reference: 'MAL-7KQ2-M9XA',
  name: 'Meena Krishnan',
  email: 'meena@mail.example',
  phone: '9876543210',
  course_title: 'Diploma in Garlands and Temple Flowers',
  batch: '2026-03-12',
  status_question: null,
  status: 'confirmed',
  payment: 'paid',
  paysAtSchool: false,
  amount: '32000.00',
  paid: '32000.00',
  due: '0.00',
  couponCode: null,
  discount: '0.00',
  group: null,
  holdUntil: null,
  created_at: '2026-02-20T06:30:00.000Z',
}

async function openTable(row: ClassRegistration, count: number | null = 265) {
  const wire = stubWire()
  wire.answer('GET /api/getEventClassEnrollments', {
    json: { success: true, eventClassEnrollments: [], classEnrollments: [row] },
  })
  const sums = { count, amount: '64000.00', paid: '32000.00', due: '32000.00' }
  const none = { count: 0, amount: '0.00', paid: '0.00', due: '0.00' }
  wire.answer('GET /api/admin/registrations/totals', {
    json: { success: true, data: { events: none, classes: sums } },
  })
  const { user } = openSection(wire, 'event-class-enrollments')
  const table = await screen.findByRole('table', { name: 'Class Enrollments' })
  return { user, table: within(table) }
}

test('a row of the class enrollments has the e-mail below the phone, and the questions below the course', async () => {
  const { table } = await openTable(seat)
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Phone, email',
    'Course, questions',
    'Batch',
    'Payment',
    'Actions',
  ])
  expect(table.getByRole('link', { name: seat.email })).toBeTruthy()
  expect(table.getByText(seat.course_title).closest('td')?.textContent).toBe(
    `${seat.course_title}No questions`,
  )
})

test('a press shows the whole of a long question', async () => {
  const question = 'Will the session be in Tamil or in English, and may my sister come too?'
  const { user, table } = await openTable({ ...seat, status_question: question })
  const button = table.getByRole('button', { name: question })
  expect([button.getAttribute('aria-expanded'), button.title]).toEqual(['false', question])
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

test('a table has one line of totals, which stands in for the number of its rows', async () => {
  await openTable(seat)
  const line = await screen.findByText('265 enrolments in total')
  expect(line.closest('p')?.textContent).toBe(
    '265 enrolments in total · ₹64,000 · ₹32,000 received · ₹32,000 due',
  )
  expect(screen.getByText('1 enrolment').className).toContain('sr-only')
})
