import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Demonstration } from '../../../../../contract/school/demonstration.ts'
import type { SetUp } from '../../../../../contract/school/set-up.ts'
import { fill, openSection, type owner, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire, theSchool } from '../../../../../tests/harness/component.tsx'

componentTests()

const goes = {
  classes: 12,
  seats: 315,
  products: 22,
  orders: 1,
  payments: 412,
  posts: 6,
  people: 40,
  messages: 17,
  pictures: 58,
}
const filled: Demonstration = {
  plan: {
    schoolName: 'Malar',
    goes,
    staff: [{ name: 'Asha Rao', email: 'asha@neela.example', role: 'owner' }],
    settings: ['whatsapp', 'pages'],
  },
  emptied: null,
}
const backup = '/var/lib/malar/backups/demonstration-2026-11-30T04-00-00'
const emptied: Demonstration = { plan: null, emptied: { at: '2026-11-30T04:00:00.000Z', backup } }
const nothing: SetUp = { items: [], isOpen: true, missing: [] }
const begun: SetUp = { items: [{ id: 'hours', state: 'open' }], isOpen: false, missing: [] }

function answer(wire: Wire, data: Demonstration, setUp: SetUp): void {
  wire.answer('GET /api/admin/demonstration', { json: { success: true, data } })
  wire.answer('GET /api/admin/set-up', { json: { success: true, data: setUp } })
  wire.answer('GET /api/school', { json: { ...theSchool, isOpen: setUp.isOpen } })
}

function open(wire: Wire, data: Demonstration, role?: typeof owner.role) {
  answer(wire, data, data.plan === null ? begun : nothing)
  return openSection(wire, 'set-up', role)
}

const nameField = () => screen.findByLabelText(/Type “Malar” to confirm/)

test('a manager reads that only an owner can empty the demonstration', async () => {
  open(stubWire(), filled, 'manager')
  await screen.findByText(/Only an owner can empty it/)
  expect(screen.queryByRole('button', { name: 'Empty the demonstration' })).toBeNull()
})

test('an owner reads what emptying the demonstration removes, and what stays', async () => {
  open(stubWire(), filled)
  const listOf = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('section') as HTMLElement)
      .getAllByRole('listitem')
      .map((one) => one.textContent)
  expect(await listOf('What we remove')).toEqual(
    expect.arrayContaining([
      '12 classes with their batches, rooms, instructors and reviews',
      '315 enrolments and bookings',
      '1 order',
    ]),
  )
  expect(await listOf('What stays')).toEqual(
    expect.arrayContaining([
      'Asha Rao, asha@neela.example (Owner)',
      'Settings that you changed: WhatsApp, Words and pictures of the pages',
    ]),
  )
})

test('a wrong name and a failed backup are explained, and the typed name stays', async () => {
  const wire = stubWire()
  const { user } = open(wire, filled)
  const refuse = (status: number, code: string, error: string, fields?: Record<string, string>) =>
    wire.answer('POST /api/admin/demonstration/empty', {
      status,
      json: {
        success: false,
        error,
        message: error,
        code,
        requestId: 'r',
        ...(fields && { fields }),
      } as never,
    })
  const field = await nameField()
  await fill(user, field, 'Mala')
  const wrong = 'Type “Malar” here to confirm.'
  refuse(400, 'validation_failed', wrong, { name: wrong })
  await press(user, 'Empty the demonstration')
  await screen.findByText(wrong)
  const failed = 'We couldn’t make the backup, so nothing was emptied. The disk is full.'
  refuse(503, 'unavailable', failed)
  await press(user, 'Empty the demonstration')
  expect((await screen.findByRole('alert')).textContent).toContain(failed)
  expect(((await nameField()) as HTMLInputElement).value).toBe('Mala')
})

test('the set-up begins after the demonstration was emptied, and says where the backup is', async () => {
  const wire = stubWire()
  const { user } = open(wire, filled)
  await fill(user, await nameField(), 'Malar')
  const sent = wire.answer('POST /api/admin/demonstration/empty', () => {
    answer(wire, emptied, begun)
    return { json: { success: true as const, data: emptied } }
  })
  await press(user, 'Empty the demonstration')
  await screen.findByText('The demonstration was emptied on 30 November 2026 at 9:30 am.')
  await screen.findByText(`Its backup is on the server, in ${backup}.`)
  await screen.findByRole('heading', { name: 'Opening hours' })
  await waitFor(() => expect(screen.queryByText('What we remove')).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Malar' }])
})
