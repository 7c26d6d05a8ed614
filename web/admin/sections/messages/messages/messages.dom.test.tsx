import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Message } from '../../../../../contract/messages/messages.ts'
import { openSection } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

componentTests()

const waiting: Message = {
  id: 'message-1',
  subject: 'We got your enrolment',
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
