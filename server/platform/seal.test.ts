import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret for tests, and for nothing else at all')

test('an encrypted text can be decrypted again, and encrypting it twice gives different results', () => {
  const text = 'code 123456, மலர்'
  expect(seal.open(seal.close(text))).toBe(text)
  expect(seal.close(text)).not.toBe(seal.close(text))
  expect(seal.close(text)).not.toContain('123456')
})

test('an encrypted text cannot be decrypted with another secret or after a change', () => {
  const closed = seal.close('123456')
  expect(() => createSeal('another secret, as long as the first one was').open(closed)).toThrow()
  const bytes = Buffer.from(closed, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => seal.open(changed.toString('base64url'))).toThrow()
  }
  expect(() => seal.open('')).toThrow()
  expect(() => seal.open('nonsense')).toThrow()
})

test('a fingerprint differs for each text and each secret, and has a fixed length', () => {
  const of = (text: string, secret = 'a secret for tests, and for nothing else at all') =>
    createSeal(secret).fingerprint(text)
  expect(of('203.0.113.7')).toBe(of('203.0.113.7'))
  expect(of('203.0.113.7')).not.toBe(of('203.0.113.8'))
  expect(of('203.0.113.7')).not.toBe(of('203.0.113.7', 'another secret, as long as the first one was'))
  expect(of('203.0.113.7')).toMatch(/^[\w-]{43}$/)
})
