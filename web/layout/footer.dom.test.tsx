import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import { Footer } from './footer.tsx'

componentTests()

test('the newsletter form refuses an empty and a malformed address with an error message each, and sends nothing', async () => {
  stubWire().answer('GET /api/school', 'never')
  const { user } = drawn(<Footer />)
  const box = await screen.findByRole<HTMLInputElement>('textbox')
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

test('a failed newsletter subscription keeps the address, and the next try repeats the idempotency key and empties the box', async () => {
  const wire = stubWire()
  const sent = [wire.answer('POST /api/landing/email', { status: 429, json: null })]
  const { user } = drawn(<Footer />)
  const box = await screen.findByRole<HTMLInputElement>('textbox')
  const press = () => user.click(screen.getByRole('button', { name: 'Subscribe' }))
  await user.type(box, 'meena@mail.example')
  await press()
  expect(await screen.findByText('Failed to subscribe. Please try again.')).toBeTruthy()
  expect(box.value).toBe('meena@mail.example')
  sent.push(wire.answer('POST /api/landing/email', { json: { success: true } }))
  await press()
  expect(await screen.findByText('Successfully subscribed to our newsletter!')).toBeTruthy()
  await waitFor(() => expect(box.value).toBe(''))
  const calls = sent.flat()
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ email: 'meena@mail.example' }))
  expect(calls[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(calls[1]?.key).toBe(calls[0]?.key)
})

test('the terms of courses and of the hall follow the specified links, those of the hall while there is one', async () => {
  const links = () =>
    screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .filter((href) => href === '/privacy' || href?.startsWith('/terms'))
  const wire = stubWire()
  wire.answer('GET /api/school', { json: theSchool })
  const { unmount } = drawn(<Footer />)
  await waitFor(() => expect(links()).toEqual(['/privacy', '/terms', '/terms/courses', '/terms/hall']))
  unmount()
  wire.answer('GET /api/school', { json: { ...theSchool, parts: { ...theSchool.parts, hall: false } } })
  drawn(<Footer />)
  await screen.findByText(theSchool.name)
  expect(links()).toEqual(['/privacy', '/terms', '/terms/courses'])
})
