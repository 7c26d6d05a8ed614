import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiKey } from '../../contract/index.ts'
import { fieldIn, fill, openSection, press, type Wire } from '../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../tests/harness/component.tsx'
import { impact, instructor } from './records.fixture.ts'

componentTests()

const conflict = { status: 409, json: { error: 'Changed.', code: 'conflict' } }

interface Stale {
  id: string
  what: string
  stored: (wire: Wire, theirs?: object) => unknown
  update: ApiKey
  edit: string
  save: string
  theirs: Record<string, string>
  theirLabel: string
  /** The value in the field that the other person changed, which the test leaves as it is. */
  before: string
  mine: [name: string, label: string]
}

const cases: Stale[] = [
  {
    id: 'impact',
    what: 'impact',
    stored: (wire, theirs) =>
      wire.answer('GET /api/impacts', { json: { success: true, data: [{ ...impact, ...theirs }] } }),
    update: 'PUT /api/impacts/:id',
    edit: 'Edit Happy Students',
    save: 'Update Impact',
    theirs: { title: 'Theirs' },
    theirLabel: 'Title',
    before: impact.title,
    mine: ['value', 'Value'],
  },
  {
    id: 'instructors',
    what: 'instructor',
    stored: (wire, theirs) => {
      const now = { ...instructor, ...theirs }
      wire.answer('GET /api/instructors', { json: { success: true, data: [now] } })
      wire.answer('GET /api/admin/instructors/:id', { json: { success: true, data: now } })
    },
    update: 'PUT /api/admin/instructors/:id',
    edit: 'Edit Valli Arumugam',
    save: 'Save changes',
    theirs: { bio: 'Theirs' },
    theirLabel: 'Bio',
    before: '(empty)',
    mine: ['specialization', 'Specialization'],
  },
]

/** Saves a changed field of a record that somebody else has changed meanwhile. */
async function saveStale({
  id,
  what,
  stored,
  update,
  edit,
  save,
  theirs,
  theirLabel,
  before,
  mine: [, label],
}: Stale) {
  const wire = stubWire()
  stored(wire)
  wire.answer('GET /api/admin/audit', { json: { success: true, data: [] } })
  wire.answer(update, conflict)
  const { user } = openSection(wire, id)
  await press(user, edit)
  const button = await screen.findByRole('button', { name: save })
  const form = within((button.closest('[role=dialog]') ?? button.closest('section')) as HTMLElement)
  await fill(user, fieldIn(form, label), 'mine')
  stored(wire, { ...theirs, version: 2 })
  await press(user, save, form)
  await form.findByText(`Someone else changed this ${what}.`)
  const row = form.getByRole('row', { name: new RegExp(theirLabel) })
  expect(row.textContent).toBe(`${theirLabel}Theirs${before}not changed`)
  return { wire, user, form }
}

test.each(cases)(
  'the form of an $what shows another person’s change beside the typed value; “Keep mine” saves the typed value',
  async (stale) => {
    const { wire, user, form } = await saveStale(stale)
    await press(user, 'Keep mine', form)
    const sent = wire.answer(stale.update, {
      json: { success: true, data: stale.id === 'impact' ? impact : instructor },
    } as never)
    await press(user, stale.save, form)
    await screen.findByText(/updated/)
    expect(sent[0]?.body).toEqual({ [stale.mine[0]]: 'mine', version: 2 })
  },
)

test.each(cases)(
  '“Use theirs” in the form of an $what shows the other person’s change and discards the typed value',
  async (stale) => {
    const { user, form } = await saveStale(stale)
    await press(user, 'Use theirs', form)
    expect(fieldIn(form, stale.theirLabel).value).toBe('Theirs')
    expect(fieldIn(form, stale.mine[1]).value).not.toBe('mine')
  },
)
