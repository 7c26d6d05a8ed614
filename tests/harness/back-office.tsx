import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api } from '../../contract/index.ts'
import type { AttentionCounts } from '../../contract/system/dashboard.ts'
import { sections } from '../../web/admin/section-registry.ts'
import { drawn, type stubWire } from './component.tsx'

export type Wire = ReturnType<typeof stubWire>
type Part = ReturnType<typeof within>

export const owner: EndpointResponse<Api['GET /api/auth/user']> = {
  id: 'u1',
  email: 'asha@malar.example',
  firstname: 'Meenakshi',
  lastname: '',
  phone: '',
  usertype: 'admin',
  role: 'owner',
  lacksSecondFactor: false,
}

/** The numbers of the menu on a day without work. */
export const nothingWaits: AttentionCounts = {
  holds: 0,
  seatPayments: 0,
  orderPayments: 0,
  refunds: 0,
  failedMessages: 0,
  heldMessages: 0,
  enquiries: 0,
  customRequests: 0,
  onClosedDays: 0,
  soldOut: 0,
}

/** Renders the section `id` of the back office. An `id` such as `orders?status=pending` also sets a filter. */
export function openSection(wire: Wire, id: string, role = owner.role) {
  const Page = sections.find((one) => one.id === id.split('?')[0])?.page
  if (!Page) throw new Error(`There is no section ${id}`)
  localStorage.setItem('sessionToken', 'a-token')
  wire.answer('GET /api/auth/user', { json: { ...owner, role } })
  return drawn(<Page />, { at: `/admin#${id}` })
}

/** Presses a button as soon as it is there and enabled. */
export async function press(user: UserEvent, name: string | RegExp, part: Part = screen) {
  const button = await part.findByRole('button', { name })
  await waitFor(() => {
    if ((button as HTMLButtonElement).disabled) throw new Error(`${name} is disabled`)
  })
  await user.click(button)
}

/** Presses a button and returns queries within the dialog that opens. */
export async function openDialog(user: UserEvent, button: string | RegExp) {
  await press(user, button)
  return within(await screen.findByRole('dialog'))
}

/** Presses a button that asks a question first, and returns queries within the question. */
export async function openQuestion(user: UserEvent, button: string | RegExp) {
  await press(user, button)
  return within(await screen.findByRole('alertdialog'))
}

/** Opens a menu with the keyboard. With the mouse, the menu of a busy machine would close between press and release. */
export async function openMenu(user: UserEvent, name: string) {
  const button = await screen.findByRole('button', { name })
  act(() => button.focus())
  await user.keyboard('{Enter}')
}

/** Finds a field by the beginning of its label. */
export const fieldIn = (part: Part, label: string): HTMLInputElement =>
  part.getByLabelText((words: string) => words.startsWith(label))

export async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}
