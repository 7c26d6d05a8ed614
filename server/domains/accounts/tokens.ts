import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 128 random bits, in 22 characters. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** What the database keeps of a token: whoever copies the database has no token that works. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Groups of five letters and digits that nobody confuses, such as `k3fmq-9xdwp`: 24 bits each. */
export function readableCode(groups: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

export function signSessionKey(key: string, secret: string): string {
  return `${key}.${signatureOf(key, secret)}`
}

/**
 * The session's key, of a token that this secret signed. The browser holds `key.signature` and the database the key alone,
 * so a copied database holds no token that works.
 */
export function readSessionToken(token: string, secret: string): string | null {
  const dot = token.lastIndexOf('.')
  if (dot < 1) return null
  const key = token.slice(0, dot)
  const given = Buffer.from(token.slice(dot + 1))
  const expected = Buffer.from(signatureOf(key, secret))
  return given.length === expected.length && timingSafeEqual(given, expected) ? key : null
}

function signatureOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64')
}
