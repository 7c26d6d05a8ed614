import { createHash, randomBytes, randomInt } from 'node:crypto'

export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** The database keeps only this of a token: a copy of the database has no token that works. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Groups of five letters and digits that nobody confuses, such as `k3fmq-9xdwp`: 24 bits each. */
export function readableCode(groups: number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
