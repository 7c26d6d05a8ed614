import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StatusFeedback } from '../../../../../contract/catalogue/feedback.ts'
import {
  fieldIn,
  fill,
  openDialog,
  openQuestion,
  openSection,
  press,
} from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { note } from '../../../records.fixture.ts'

componentTests()

test('the section of student feedback has a link to status feedback', async () => {
  const wire = stubWire()
  wire.answer('GET /api/Feedback', { json: { success: true, data: [] } })
  openSection(wire, 'feedback')
  expect((await screen.findByRole('link', { name: 'Status Feedback' })).getAttribute('href')).toMatch(
    /#status-feedback$/,
  )
})

test('staff can add, complete and permanently delete a status feedback; its custom label is not sent', async () => {
  const wire = stubWire()
  const stored: StatusFeedback[] = []
  wire.answer('GET /api/Feedback', () => ({ json: { success: true, data: [...stored] } }))
  const added = wire.answer('POST /api/status-feedback', () => {
    stored.push(note)
    return { json: { success: true, data: note } }
  })
  const changed = wire.answer('PUT /api/status-feedback/:id', () => {
    stored[0] = { ...note, status: 'completed', version: 2 }
    return { json: { success: true, data: stored[0] } }
  })
  wire.answer('DELETE /api/status-feedback/:id', () => {
    stored.length = 0
    return { json: { success: true } }
  })
  const { user } = openSection(wire, 'status-feedback')
  await screen.findByText('No status feedback found')
  const dialog = await openDialog(user, 'Add Status Feedback')
  expect(fieldIn(dialog, 'Priority').value).toBe('medium')
  await press(user, 'Add Status Feedback', dialog)
  for (const sentence of ['Title is required', 'Assignee is required', 'Description is required'])
    await dialog.findByText(sentence)
  await fill(user, fieldIn(dialog, 'Title'), note.title)
  await fill(user, fieldIn(dialog, 'Assigned to'), note.assigned_to)
  await fill(user, fieldIn(dialog, 'Created by'), note.created_by)
  await fill(user, fieldIn(dialog, 'Description'), note.description)
  await fill(user, fieldIn(dialog, 'Custom label'), 'mine alone')
  await press(user, 'Add Status Feedback', dialog)
  await screen.findByText('Status feedback added successfully')
  expect(Object.keys(added[0]?.body as object).sort()).toEqual([
    'assigned_to',
    'created_by',
    'description',
    'priority',
    'status',
    'title',
  ])
  await screen.findByRole('heading', { name: note.title })

  const edit = await openDialog(user, `Edit ${note.title}`)
  await user.selectOptions(fieldIn(edit, 'Status'), 'completed')
  await press(user, 'Save changes', edit)
  await screen.findByText('Status feedback updated successfully')
  expect(changed[0]?.body).toEqual({ status: 'completed', version: 1 })

  const question = await openQuestion(user, `Delete ${note.title}`)
  expect(question.getByText(/This action is irreversible\./)).toBeTruthy()
  await press(user, 'Delete', question)
  await screen.findByText('Status feedback deleted')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await screen.findByText('No status feedback found')
})
