import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api } from '../../../contract/index.ts'
import { owner } from '../../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../../tests/harness/component.tsx'
import Palette from './palette.tsx'

componentTests()

type Found = EndpointResponse<Api['GET /api/admin/search']>

const found = (title: string): { json: Found } => ({
  json: {
    success: true,
    data: [{ kind: 'class', id: title, title, detail: '', q: title }],
  },
})

test('Enter in the command palette waits for the results of the typed text, and opens no result of an earlier text', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  const wire = stubWire()
  wire.answer('GET /api/auth/user', { json: owner })
  const held = Promise.withResolvers<void>()
  wire.answer('GET /api/admin/search', async ({ query: { q } }) => {
    if (q === 'or') return found('Ikebana')
    await held.promise
    return found('Orchid Care')
  })
  const close = vi.fn()
  const { address, user } = drawn(<Palette open onClose={close} onShowKeys={() => undefined} />, {
    at: '/admin#audit',
  })
  const box = await screen.findByRole('combobox')
  await user.type(box, 'or')
  await screen.findByRole('option', { name: /Ikebana/ })
  await user.type(box, 'chid care{Enter}')
  expect(close).not.toHaveBeenCalled()
  held.resolve()
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  await waitFor(() => expect(address()).toBe('/admin#classes'))
})
