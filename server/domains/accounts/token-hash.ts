import { createHash } from 'node:crypto'

/** What the database knows of a token: whoever copies the database has none that works (R14). */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
