import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, getToast, toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.advanceTimersByTime(1_000_000)
  vi.useRealTimers()
})

test('a new toast replaces the old toast, and a late dismissal of the old toast changes nothing', () => {
  const first = toast({ title: 'First' })
  toast({ title: 'Second' })
  dismissToast(first)
  expect(getToast()).toMatchObject({ title: 'Second', isOpen: true })
})

test('a dismissed toast closes immediately, and its record is removed after 1,000,000 ms', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  expect(getToast()?.isOpen).toBe(false)
  vi.advanceTimersByTime(999_999)
  expect(getToast()?.title).toBe('Saved')
  vi.advanceTimersByTime(1)
  expect(getToast()).toBeUndefined()
})

test('the removal of an old toast does not touch a newer toast', () => {
  dismissToast(toast({ title: 'Old' }))
  vi.advanceTimersByTime(500_000)
  toast({ title: 'New' })
  vi.advanceTimersByTime(1_000_000)
  expect(getToast()).toMatchObject({ title: 'New', isOpen: true })
  dismissToast(getToast()!.id)
})

test('dismissing a toast twice does not delay its removal', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  vi.advanceTimersByTime(600_000)
  dismissToast(id)
  vi.advanceTimersByTime(400_000)
  expect(getToast()).toBeUndefined()
})

test('a toast is shown for five seconds, and an error for eight, unless the caller says otherwise', () => {
  const durationOf = (input: Parameters<typeof toast>[0]) => {
    const id = toast(input)
    const record = getToast()
    dismissToast(id)
    return record?.durationMs
  }
  expect(durationOf({ title: 'Saved' })).toBe(5_000)
  expect(durationOf({ title: 'Lost', tone: 'error' })).toBe(8_000)
  expect(durationOf({ title: 'Lost', tone: 'error', durationMs: 5_000 })).toBe(5_000)
})
