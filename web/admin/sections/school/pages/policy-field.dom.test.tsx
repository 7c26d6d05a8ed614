import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../../tests/harness/component.tsx'
import { inserted, PolicyField, PolicyPreview } from './policy-field.tsx'

componentTests()

const facts = [
  { name: 'holdHours', label: 'Hours that an unpaid seat is held', says: '48' },
  { name: 'phone', label: 'The phone number', says: '' },
  { name: 'retention', label: 'What is kept, and how long', says: null },
]

function Field() {
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <PolicyField page="privacy" label="Text" error={null} typed={typed} onChange={setTyped} />
      <PolicyPreview kind="privacy" typed={typed} />
    </>
  )
}

function open() {
  const wire = stubWire()
  wire.answer('GET /api/admin/policies/:kind', {
    json: { success: true, data: { start: 'First text', facts } },
  })
  const previews = wire.answer('POST /api/admin/policies/preview', ({ body }) => ({
    json: {
      success: true,
      data: {
        blocks: [{ kind: 'paragraph', spans: [{ text: `Shown: ${(body as { text: string }).text}` }] }],
      },
    },
  }))
  return { previews, wire, ...drawn(<Field />) }
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>(/^Text/)

test('the editor of a policy begins with the first text, and shows beside it what visitors read', async () => {
  open()
  await screen.findByText('Shown: First text')
  expect(area().value).toBe('First text')
  expect(screen.queryByRole('button', { name: 'Start again from the original text' })).toBeNull()
})

test('a press inserts a fact at the caret, and the list has the current value of each fact', async () => {
  const { user } = open()
  await screen.findByText('Shown: First text')
  expect(screen.getByText(/Hours that an unpaid seat is held/).textContent).toContain(': 48')
  expect(screen.getByText(/The phone number/).textContent).toContain(': not set')
  area().setSelectionRange(5, 5)
  // The name contains the text that the button shows, so that a person can say it to press the button.
  await user.click(
    screen.getByRole('button', { name: 'Insert {holdHours}: Hours that an unpaid seat is held' }),
  )
  expect(area().value).toBe('First{holdHours} text')
  await within(screen.getByRole('region', { name: 'Preview' })).findByText('Shown: First{holdHours} text')
  await user.click(screen.getByRole('button', { name: 'Start again from the original text' }))
  expect(area().value).toBe('First text')
})

test('a failed preview of a policy says so, and the text stays', async () => {
  const { wire, user } = open()
  await screen.findByText('Shown: First text')
  wire.answer('POST /api/admin/policies/preview', 'offline')
  await user.type(area(), '!')
  await within(screen.getByRole('region', { name: 'Preview' })).findByRole('status')
  expect(area().value).toBe('First text!')
})

test.each([
  ['a‹›b', 'holdHours', 'a{holdHours}b'],
  ['‹›', 'retention', '{retention}'],
  ['a‹›b', 'retention', 'a\n\n{retention}\n\nb'],
  ['a\n‹x›\nb', 'retention', 'a\n\n{retention}\n\nb'],
  ['a\n\n‹›\n\nb', 'retention', 'a\n\n{retention}\n\nb'],
])('the text %j with the fact %s inserted becomes %j', (drawnText, name, after) => {
  const from = drawnText.indexOf('‹')
  const to = drawnText.indexOf('›') - 1
  expect(inserted({ text: drawnText.replace(/[‹›]/g, ''), from, to }, name).text).toBe(after)
})
