import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

test.each(['', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$AAAA', '$2b$12$KIXQ3n1Q2z8h0fK8mQ1n2u'])(
  'a stored value that is not a hash in our format matches no password: %j',
  async (stored) => expect(await verifyPassword(stored, stored)).toBe(false),
)

test('a wrong password is refused, even if only its end or its capitals differ', async () => {
  const stored = await hashPassword('correct horse battery')
  for (const wrong of [
    '',
    'correct horse batter',
    'correct horse battery ',
    'Correct horse battery',
    stored,
  ]) {
    expect(await verifyPassword(wrong, stored)).toBe(false)
  }
  expect(await verifyPassword('correct horse battery', stored)).toBe(true)
})

test('a hash has the cost that OWASP recommends, and the same password gives a different hash each time', async () => {
  const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
})

test('a password typed in a different Unicode form is accepted as the same password', async () => {
  expect(await verifyPassword('cafe\u0301 \u2460', await hashPassword('caf\u00e9 1'))).toBe(true)
})

test('a hash that another library made with a different cost is checked with that cost', async () => {
  // Made by @noble/hashes: argon2id('open sesame', '0123456789abcdef', { t: 1, m: 8192, p: 1, dkLen: 32 })
  const stored =
    '$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$2Blih6dMGW972IO8GcysLnL1kNeo6590ANj0WkZ6ZrU'
  expect(await verifyPassword('open sesame', stored)).toBe(true)
  expect(await verifyPassword('open sesame', stored.replace('t=1', 't=2'))).toBe(false)
})
