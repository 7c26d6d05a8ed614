import { expect, test } from 'vitest'
import { refusalOf } from './errors.ts'

test.each([
  [Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write' })],
  [Object.assign(new Error(), { code: 'EROFS', syscall: 'open' })],
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
])('a disk that takes no more is no fault of the call: %o', (error) => {
  expect(refusalOf(error).code).toBe('unavailable')
})

test('a file that is not there is one', () => {
  expect(refusalOf(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' })).code).toBe('internal')
  expect(refusalOf(null).code).toBe('internal')
})
