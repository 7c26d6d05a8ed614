import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
