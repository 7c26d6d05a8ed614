import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, getToasts, toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.advanceTimersByTime(1_000_000)
  vi.useRealTimers()
})

const shown = () => getToasts().filter((record) => record.isOpen)

test('a new toast takes the place of the one before (P§9)', () => {
  toast({ title: 'First' })
  toast({ title: 'Second' })
  expect(getToasts().map((record) => record.title)).toEqual(['Second'])
})

test('a dismissed toast leaves the screen at once, its record after 1,000,000 ms', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(999_999)
  expect(getToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(getToasts()).toEqual([])
})

test('the removal of an old record does not touch the toast that came after it', () => {
  dismissToast(toast({ title: 'Old' }))
  vi.advanceTimersByTime(500_000)
  toast({ title: 'New' })
  vi.advanceTimersByTime(1_000_000)
  expect(shown().map((record) => record.title)).toEqual(['New'])
  dismissToast(shown()[0]!.id)
})

test('dismissing twice does not put the removal off', () => {
  const id = toast({ title: 'Saved' })
  dismissToast(id)
  vi.advanceTimersByTime(600_000)
  dismissToast(id)
  vi.advanceTimersByTime(400_000)
  expect(getToasts()).toEqual([])
})

test('five seconds unless said otherwise, errors eight', () => {
  const durationOf = (input: Parameters<typeof toast>[0]) => {
    const id = toast(input)
    const record = getToasts().find((one) => one.id === id)
    dismissToast(id)
    return record?.durationMs
  }
  expect(durationOf({ title: 'Saved' })).toBe(5_000)
  expect(durationOf({ title: 'Lost', tone: 'error' })).toBe(8_000)
  expect(durationOf({ title: 'Lost', tone: 'error', durationMs: 5_000 })).toBe(5_000)
})
