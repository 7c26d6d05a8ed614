import { createHash, randomBytes, randomInt } from 'node:crypto'

export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** The database has only the hash, so a copy of it contains no working token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function readableCode(groups: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
