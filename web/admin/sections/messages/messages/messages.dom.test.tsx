import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Message } from '../../../../../contract/messages/messages.ts'
import { openSection } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

componentTests()

const waiting: Message = {
  id: 'message-1',
  subject: 'We got your enrolment',
  letter: 'enrolment received',
  about: 'Temple Garlands',
  name: 'Meena Krishnan',
  channel: 'email',
  recipient: 'meena@mail.example',
  state: 'queued',
  attempts: 0,
  error: 'The school has no e-mail server yet. We’ll send this e-mail once it has one.',
  created_at: '2026-03-02T06:00:00.000Z',
  nextTryAt: null,
  sent_at: null,
  isConfidential: false,
}

test('an e-mail that waits for a mail server is shown as waiting, and is not said to be on its way', async () => {
  const wire = stubWire()
  wire.answer('GET /api/admin/messages', {
    json: { success: true, data: [waiting] },
  })
  const { user } = openSection(wire, 'outbox')
  const row = within((await screen.findAllByRole('row')).at(-1) as HTMLElement)
  row.getByText('Waiting')
  row.getByText('The school has no e-mail server yet. We’ll send this e-mail once it has one.')
  expect(row.queryByText(/tries|next try/)).toBeNull()
  wire.answer('POST /api/admin/messages/:id/resend', { json: { success: true, data: waiting } })
  await user.click(row.getByRole('button', { name: /Send again/ }))
  const toast = await screen.findByText('Waiting', { selector: '[data-toast] *' })
  expect(toast).toBeTruthy()
  expect(screen.queryByText('On its way')).toBeNull()
})

const failed: Message = {
  ...waiting,
  id: 'message-2',
  subject: 'Your seat in Advanced Diploma in Wedding Floristry is confirmed',
  letter: 'enrolment confirmed',
  about: 'Advanced Diploma in Wedding Floristry',
  state: 'failed',
  attempts: 2,
  error: '550 5.1.1 <meena@mail.example>: Recipient address rejected',
}

async function rowOf(message: Message) {
  const wire = stubWire()
  wire.answer('GET /api/admin/messages', { json: { success: true, data: [message] } })
  const { user } = openSection(wire, 'outbox')
  return { wire, user, row: within((await screen.findAllByRole('row')).at(-1) as HTMLElement) }
}

test('a message begins with the person, then says what differs; the whole subject is in its tooltip', async () => {
  const { row } = await rowOf(failed)
  expect(row.getByRole('rowheader').textContent).toBe('Meena Krishnanmeena@mail.example')
  const what = row.getByText('Advanced Diploma in Wedding Floristry').closest('td')
  expect(what?.textContent).toBe('Enrolment confirmedAdvanced Diploma in Wedding Floristry')
  expect(what?.title).toBe(failed.subject)
})

test('an answer of a mail server is said in words, and the dialog also has the answer itself', async () => {
  const { wire, user, row } = await rowOf(failed)
  const words = row.getByText(/^This mailbox doesn’t exist\./)
  expect(words.textContent).toBe('This mailbox doesn’t exist. 2 tries')
  expect(words.title).toBe(failed.error)
  wire.answer('GET /api/admin/messages/:id', {
    json: { success: true, data: { message: failed, text: 'Dear Meena', html: null, chatLink: null } },
  })
  await user.click(row.getByRole('button', { name: /^Open / }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`The server’s answer: ${failed.error}`)).toBeTruthy()
})

test.each([
  ['2026-03-02T06:01:00.000Z', null],
  ['2026-03-02T08:00:00.000Z', 'Written 2 Mar, 11:30 am'],
])('a message sent at %s has one time, unless it waited longer than five minutes', async (sent_at, words) => {
  const { row } = await rowOf({ ...failed, state: 'sent', error: null, sent_at })
  expect(row.getByText('Sent')).toBeTruthy()
  expect(row.queryByText(/^Written/)?.textContent ?? null).toBe(words)
})

test('a message with a code names neither person nor subject', async () => {
  const { row } = await rowOf({ ...failed, isConfidential: true, subject: null, name: null, about: null })
  expect(row.getByRole('rowheader').textContent).toBe('meena@mail.exampleE-mail')
  expect(row.getByText('Private code')).toBeTruthy()
})
