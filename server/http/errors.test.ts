import { expect, test } from 'vitest'
import { refusalOf } from './errors.ts'

test.each([
  [Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write' })],
  [Object.assign(new Error(), { code: 'EROFS', syscall: 'open' })],
  [Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
])('the error $code of a full or read-only disk is answered as “unavailable”', (error) => {
  expect(refusalOf(error).code).toBe('unavailable')
})

test('a missing file and an unknown error get the error code “internal”', () => {
  expect(refusalOf(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' })).code).toBe('internal')
  expect(refusalOf(null).code).toBe('internal')
})
