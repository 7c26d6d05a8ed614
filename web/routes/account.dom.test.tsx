import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fill, press } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import Account from './account.tsx'

componentTests()

const email = 'meena@mail.example'
const ticket = 'A'.repeat(22)
const codeSent = { json: { success: true as const, data: { ticket } } }

function openAccount(at: '/signup' | '/forgot-password') {
  const wire = stubWire()
  wire.answer('GET /api/school', 'never')
  return { wire, ...drawn(<Account />, { at }) }
}

const heading = (text: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text))
const password = () => document.querySelector('input[name=password]') as HTMLInputElement
const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('the sign-up page', () => {
  test('the sign-up form names each missing field, and a failed request keeps the typed values', async () => {
    const { wire, user } = openAccount('/signup')
    await press(user, 'Sign Up')
    for (const sentence of ['First name is required', 'Email is required', 'Choose a password'])
      await screen.findByText(sentence)
    expect(document.activeElement).toBe(screen.getByLabelText(/^First name/))

    wire.answer('POST /api/auth/signup', { status: 503, json: null })
    await fill(user, screen.getByLabelText(/^First name/), 'Meena')
    await fill(user, screen.getByLabelText(/^Email/), email)
    await fill(user, password(), 'jasmine at six')
    await user.click(screen.getByLabelText('Show password'))
    expect(password().type).toBe('text')
    await press(user, 'Sign Up')
    expect((await screen.findByRole('alert')).textContent).toContain('What you typed is still here.')
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', email)
    expect(password().value).toBe('jasmine at six')
  })

  test('a change of a sign-up field clears its error; “Use a different e-mail address” keeps the typed values', async () => {
    const { wire, user } = openAccount('/signup')
    wire.answer('POST /api/auth/signup', codeSent)
    await fill(user, screen.getByLabelText(/^First name/), 'Meena')
    await fill(user, screen.getByLabelText(/^Email/), 'meena at home')
    await fill(user, password(), 'short')
    await press(user, 'Sign Up')
    const address = screen.getByLabelText(/^Email/)
    await waitFor(() => expect(document.activeElement).toBe(address))
    expect(descriptionOf(address)).toContain('Please enter a valid email address')
    expect(descriptionOf(password())).toContain('Use at least 10 characters')
    await fill(user, address, email)
    expect(address.getAttribute('aria-invalid')).not.toBe('true')
    expect(password().getAttribute('aria-invalid')).toBe('true')
    await fill(user, password(), 'jasmine at six o’clock')
    await user.keyboard('{Enter}')
    await heading('Check your e-mail')
    await press(user, 'Use a different e-mail address')
    expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Meena')
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', email)
    expect(password().value).toBe('jasmine at six o’clock')
  })

  test('after too many wrong codes the sign-up page requests a new code with the same values', async () => {
    const { wire, user } = openAccount('/signup')
    const sent = wire.answer('POST /api/auth/signup', codeSent)
    await fill(user, screen.getByLabelText(/^First name/), 'Meena')
    await fill(user, screen.getByLabelText(/^Email/), email)
    await fill(user, password(), 'jasmine at six o’clock')
    await press(user, 'Sign Up')
    const sentence = 'That code isn’t right. Check it and try again.'
    wire.answer('POST /api/auth/verify-otp', {
      status: 400,
      json: { error: sentence, code: 'code_invalid', fields: { code: sentence } },
    })
    await fill(user, await screen.findByLabelText(/^Code/), '123456')
    await press(user, 'Finish signing up')
    await screen.findByText(sentence)
    wire.answer('POST /api/auth/verify-otp', {
      status: 400,
      json: { error: 'This code is no longer valid. Ask for a new one.', code: 'code_expired' },
    })
    await press(user, 'Finish signing up')
    expect((await screen.findByRole('alert')).textContent).toContain('Ask for a new one.')
    expect(screen.queryByRole('button', { name: 'Finish signing up' })).toBeNull()
    await press(user, 'Send a new code')
    await screen.findByRole('button', { name: 'Finish signing up' })
    expect(sent[1]?.body).toEqual(sent[0]?.body)
  })
})

describe('the page for a forgotten password', () => {
  test('the forgotten-password form starts with the address typed at the sign-in; a reload keeps the second step', async () => {
    localStorage.setItem('lastSigninEmail', 'Meena@mail.example')
    const { wire, user } = openAccount('/forgot-password')
    const address = () => screen.getByLabelText(/^Email/)
    await waitFor(() => expect(address()).toHaveProperty('value', 'Meena@mail.example'))
    await fill(user, address(), 'meena')
    await press(user, 'Send code')
    await waitFor(() => expect(descriptionOf(address())).toContain('Please enter a valid email address'))
    expect(document.activeElement).toBe(address())
    wire.answer('POST /api/auth/forgot-password', codeSent)
    await fill(user, address(), ' Asha@Mail.example ')
    await press(user, 'Send code')
    await screen.findByText('asha@mail.example')

    cleanup()
    const again = drawn(<Account />, { at: '/forgot-password' })
    await heading('Check your e-mail')
    wire.answer('POST /api/auth/forgot-password', 'offline')
    await press(again.user, 'Send a new code')
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach our server')
    const sent = wire.answer('POST /api/auth/forgot-password', codeSent)
    await press(again.user, 'Send a new code')
    await waitFor(() => expect(sent[0]?.body).toEqual({ email: 'asha@mail.example' }))
    await press(again.user, 'Use a different e-mail address')
    expect(address()).toHaveProperty('value', 'asha@mail.example')
  })

  test('the link in the e-mail sets a new password, also in a browser that did not request it', async () => {
    history.replaceState(null, '', `/forgot-password#${ticket}`)
    const { wire, user } = openAccount('/forgot-password')
    const sent = wire.answer('POST /api/auth/reset-password', {
      json: { success: true, data: { deviceToken: 'a-device' } },
    })
    await heading('Choose a new password')
    // Neither the address nor Back shows the link's secret again.
    expect(location.hash).toBe('')
    await fill(user, password(), 'roses at seven o’clock')
    await press(user, 'Save new password')
    await heading('Password changed')
    expect(sent[0]?.body).toEqual({ ticket, password: 'roses at seven o’clock' })
    history.replaceState(null, '', '/')
  })
})
