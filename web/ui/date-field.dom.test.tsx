import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { componentTests } from '../../tests/harness/component.tsx'
import { controlled } from './controlled.ts'
import { DateField } from './date-field.tsx'

componentTests()

const input = () => screen.getByLabelText<HTMLInputElement>('Day')
/** The text over the browser's digits; null while the browser's digits are shown. */
const words = () => input().nextElementSibling?.textContent ?? null
const show = (value = '') => render(<DateField label="Day" {...controlled(value, () => undefined)} />)

test('an empty field asks for a date, in words that the caller may choose', () => {
  show()
  expect(words()).toBe('Choose a date')
  render(<DateField label="From" placeholder="Any day" {...controlled('', () => undefined)} />)
  screen.getByText('Any day')
})

test('a date and a moment have one form in every browser', () => {
  show('2026-11-30')
  expect(words()).toBe('30 Nov 2026')
  expect(input().type).toBe('date')
  expect(input().value).toBe('2026-11-30')
  const moment = controlled('2026-12-05T18:30', () => undefined)
  render(<DateField label="Published on" type="datetime-local" {...moment} />)
  screen.getByText('5 Dec 2026, 6:30 pm')
})

test('the text follows the user, and a form that writes without an event', () => {
  let write: (day: string) => void = () => undefined
  function Form() {
    const { register, setValue, formState } = useForm({ defaultValues: { day: '2026-01-02' } })
    write = (day) => setValue('day', day, { shouldDirty: true })
    return (
      <form aria-label={formState.isDirty ? 'changed' : 'as it was'}>
        <DateField label="Day" {...register('day')} />
      </form>
    )
  }
  render(<Form />)
  expect(words()).toBe('2 Jan 2026')
  act(() => write('2026-02-03'))
  expect(words()).toBe('3 Feb 2026')
  fireEvent.input(input(), { target: { value: '2026-03-04' } })
  expect(words()).toBe('4 Mar 2026')
})

test('the browser’s digits appear for the keyboard alone, and stay while a date is incomplete', async () => {
  show('2026-11-30')
  const user = userEvent.setup()
  await user.click(input())
  expect(words()).toBe('30 Nov 2026')
  await user.keyboard('1')
  expect(words()).toBeNull()
  await user.tab()
  expect(words()).toBe('30 Nov 2026')
  await user.tab({ shift: true })
  expect(words()).toBeNull()
  vi.spyOn(input(), 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  await user.tab()
  expect(words()).toBeNull()
})

test('a press by mouse opens the calendar, unless the field may not be changed', async () => {
  const open = vi.fn()
  HTMLInputElement.prototype.showPicker = open
  const press = () =>
    fireEvent(input(), Object.assign(new MouseEvent('click', { bubbles: true }), { pointerType: 'mouse' }))
  const { rerender } = render(<DateField label="Day" readOnly />)
  press()
  rerender(<DateField label="Day" disabled />)
  press()
  expect(open).not.toHaveBeenCalled()
  rerender(<DateField label="Day" />)
  press()
  expect(open).toHaveBeenCalledOnce()
})
