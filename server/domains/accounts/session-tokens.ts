import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The key has 192 bits and no dot. */
export function newSessionKey(): string {
  return randomBytes(24).toString('base64url')
}

export function signSessionKey(key: string, secret: string): string {
  return `${key}.${signatureOf(key, secret)}`
}

/** The browser holds `key.signature`, the database only the key, so a copied database holds no working token. */
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
