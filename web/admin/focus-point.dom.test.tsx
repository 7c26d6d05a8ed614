import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { FocusPointButton } from './focus-point.tsx'

componentTests()

const id = '0123456789abcdef0123456789abcdef'
const picture = {
  base: `/uploads/${id}`,
  widths: [400],
  width: 400,
  height: 300,
  color: '#ccc',
  focus: { x: 20, y: 30 },
}
const sliderOf = (label: string) => screen.getByRole<HTMLInputElement>('slider', { name: label })

async function opened() {
  const { user } = drawn(<FocusPointButton picture={picture} name="the cover" />)
  await user.click(screen.getByRole('button', { name: 'Focus point of the cover' }))
  await screen.findByRole('dialog', { name: 'Focus point' })
  return user
}

test.each([
  ['no picture', null],
  ['an address of another site', 'https://example.com/one.jpg'],
  ['a private picture of a visitor', { ...picture, base: `/uploads/private/1.s/${id}` }],
])('a focus point is not offered for %s', (_, given) => {
  drawn(<FocusPointButton picture={given} name="the cover" />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the sliders begin at the saved point, move every crop, and save it', async () => {
  const wire = stubWire()
  const sent = wire.answer('PUT /api/admin/pictures/:base/focus', {
    json: { success: true, data: { focus: { x: 80, y: 30 } } },
  })
  const user = await opened()
  expect([sliderOf('Across').value, sliderOf('Down').value]).toEqual(['20', '30'])
  fireEvent.change(sliderOf('Across'), { target: { value: '80' } })
  const crops = within(screen.getByRole('list', { name: 'How pages show it' })).getAllByRole('presentation')
  expect(crops.map(({ style }) => style.objectPosition)).toEqual(['80% 30%', '80% 30%', '80% 30%'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Focus point saved')
  expect(sent[0]).toMatchObject({
    path: `/api/admin/pictures/${id}/focus`,
    body: { focus: { x: 80, y: 30 }, before: { x: 20, y: 30 } },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the point goes back to the middle by one press', async () => {
  const wire = stubWire()
  const sent = wire.answer('PUT /api/admin/pictures/:base/focus', {
    json: { success: true, data: { focus: null } },
  })
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Use the middle' }))
  await screen.findByText('Focus point saved')
  expect(sent[0]?.body).toEqual({ focus: null, before: picture.focus })
})

test('the dialog stays open with its point if the call fails', async () => {
  const wire = stubWire()
  wire.answer('PUT /api/admin/pictures/:base/focus', 'offline')
  const user = await opened()
  fireEvent.change(sliderOf('Down'), { target: { value: '90' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('We couldn’t reach the server. Check your connection and try again.')
  expect(sliderOf('Down').value).toBe('90')
})
