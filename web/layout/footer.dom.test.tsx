import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { Footer } from './footer.tsx'

componentTests()

test('the newsletter form refuses an empty and a malformed address with an error message each, and sends nothing', async () => {
  stubWire().answer('GET /api/school', 'never')
  const { user } = drawn(<Footer />)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  const press = () => user.click(screen.getByRole('button', { name: 'Subscribe' }))
  const refusal = () => screen.getByRole('alert').textContent
  await press()
  expect(refusal()).toBe('Please enter your email address')
  expect(document.activeElement).toBe(box)
  for (const address of ['meena', 'meena@mail', 'me ena@mail.example', '@mail.example']) {
    await user.clear(box)
    await user.paste(address)
    expect(refusal()).toBe('')
    await press()
    expect(refusal()).toBe('Please enter a valid email address')
    expect(box.value).toBe(address)
  }
})
