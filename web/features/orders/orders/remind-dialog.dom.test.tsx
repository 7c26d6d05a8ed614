import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../tests/harness/component.tsx'
import { RemindDialog } from './order-dialogs.tsx'

componentTests()

test('after a click on "Stop reminding me" Enter in the e-mail field sends this choice', async () => {
  const wire = stubWire()
  // An answer without its fields counts as a failure.
  const sent = wire.answer('PUT /api/orders/:id/reminder', { status: 200, json: {} })
  const wishes = () => sent.map(({ body }) => (body as { isWanted: boolean }).isWanted)
  const { user } = drawn(<RemindDialog id="order-1" open onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog'))
  const remind = async () => {
    const button = dialog.getByRole('button', { name: 'Remind me' })
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
    await user.click(button)
  }
  await user.click(dialog.getByRole('button', { name: 'Stop reminding me' }))
  const email = dialog.getByRole('textbox', { name: /^Your e-mail/ })
  await expect.poll(() => document.activeElement).toBe(email)
  await user.type(email, 'kayal@malar.example{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t reach our server')
  expect(wishes()).toEqual([false])
  await remind()
  await expect.poll(wishes).toEqual([false, true])
  wire.answer('PUT /api/orders/:id/reminder', {
    json: { success: true, data: { occasionOn: '2027-03-05', letterOn: '2027-02-26' } },
  })
  await remind()
  await screen.findByText(/We’ll e-mail you on Fri, 26 February 2027/)
})
