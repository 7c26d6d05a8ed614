import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests } from '../../tests/harness/component.tsx'
import { toast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

componentTests()

test('a screen reader interrupts for a failure toast, and waits with a success toast', () => {
  render(<Toaster />)
  const toneOf = (words: string) => screen.getByText(words).closest('[aria-live]')?.getAttribute('aria-live')
  act(() => void toast({ title: 'It could not be put into the cart', tone: 'error' }))
  expect(toneOf('It could not be put into the cart')).toBe('assertive')
  act(() => void toast({ title: 'In your cart' }))
  expect(toneOf('In your cart')).toBe('polite')
  expect(screen.queryByText('It could not be put into the cart')).toBeNull()
})

test('a toast covers neither a note nor the field in focus', async () => {
  const boxes = new Map<string, number[]>([
    ['note', [0, 200]],
    ['field', [200, 260]],
  ])
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const [top = 0, bottom = 60] = boxes.get(this.getAttribute('data-at') ?? '') ?? []
    return { ...new DOMRect(), left: 0, right: 360, top, bottom, height: bottom - top } as DOMRect
  })
  render(
    <>
      <div data-note="" data-at="note">
        No e-mails are being sent
      </div>
      <input aria-label="Name" data-at="field" />
      <Toaster />
    </>,
  )
  act(() => void toast({ title: 'Welcome back' }))
  const topOf = () => Number.parseInt(document.querySelector<HTMLElement>('[data-toasts]')?.style.top ?? '')
  expect(topOf()).toBeGreaterThanOrEqual(260)
  // The page scrolls the field to the toast's place, and it takes the focus.
  boxes.set('field', [topOf(), topOf() + 60])
  act(() => screen.getByLabelText('Name').focus())
  expect(topOf()).toBeGreaterThanOrEqual(200)
  expect(topOf() >= (boxes.get('field')?.[1] ?? 0) || topOf() + 60 <= (boxes.get('field')?.[0] ?? 0)).toBe(
    true,
  )
  measured.mockRestore()
})
