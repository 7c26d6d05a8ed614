import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { FocusPointButton, isOutsideArch, pointInCrop } from './focus-point.tsx'

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
  const crops = within(screen.getByRole('list', { name: 'How pages show the picture' })).getAllByRole(
    'presentation',
  )
  expect(crops.map(({ style }) => style.objectPosition)).toEqual(Array(4).fill('95% 20%'))
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
  await user.click(screen.getByRole('button', { name: 'Use the centre' }))
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

const photograph = { width: 4000, height: 3000 }
const ratios = [5 / 6, 5 / 4, 4 / 3, 1, 3 / 2]

test('a face at the edge of a photograph is in every crop, and nearer to the middle than in the photograph', () => {
  for (const size of [photograph, { width: 3000, height: 4000 }, { width: 12_000, height: 3000 }])
    for (const ratio of ratios)
      for (const percent of [0, 5, 15, 30, 50, 70, 95, 100]) {
        const { x, y } = pointInCrop(size, { x: percent, y: percent }, ratio)
        for (const at of [x, y]) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(1)
          if (size.width < 12_000)
            expect(Math.abs(at - 0.5)).toBeLessThanOrEqual(Math.abs(percent / 100 - 0.5) + 1e-9)
        }
      }
})

test('an arch cuts off a point at the upper edge, but no face in an upper corner', () => {
  const outside = (x: number, y: number) =>
    ratios.slice(0, 2).map((ratio) => isOutsideArch(photograph, { x, y }, ratio))
  for (const x of [2, 5, 25, 75, 98])
    for (const y of [2, 5, 25, 40]) expect(outside(x, y)).toEqual([false, false])
  expect(outside(36, 0)).toEqual([true, true])
})

test('an arch is round on the other side alone around a face in an upper corner', async () => {
  await opened()
  const tops = () =>
    within(screen.getByRole('list', { name: 'How pages show the picture' }))
      .getAllByRole('presentation')
      .map(({ style }) => style.borderRadius)
  const point = (x: string, y: string) => {
    fireEvent.change(sliderOf('Across'), { target: { value: x } })
    fireEvent.change(sliderOf('Down'), { target: { value: y } })
    return tops()
  }
  expect(point('50', '20')).toEqual(['', '', '', ''])
  expect(point('10', '60')).toEqual(['', '', '', ''])
  expect(point('10', '20')).toEqual(['1.5rem 100vw 0 0', '1.5rem 100vw 0 0', '', ''])
  expect(point('90', '20')).toEqual(['100vw 1.5rem 0 0', '100vw 1.5rem 0 0', '', ''])
})

test('the choice says that an arch cuts the point off', async () => {
  await opened()
  const said = () => screen.queryByText(/^The round top of an arch cuts this point off/)
  expect(said()).toBeNull()
  fireEvent.change(sliderOf('Across'), { target: { value: '36' } })
  fireEvent.change(sliderOf('Down'), { target: { value: '0' } })
  expect(said()).not.toBeNull()
})
