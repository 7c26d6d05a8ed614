import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { expensiveWork } from '../../../platform/expensive-work.ts'

const argon2Async = promisify(argon2)

/** Argon2id with the parameters that OWASP recommends; a hash takes about 27 ms. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const tagBytes = 32

const stored =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,86})\$([A-Za-z0-9+/]{22,86})$/

/** Returns the hash in PHC notation, which includes its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, cost, tagBytes)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Each hash contains the parameters that made it, so older hashes stay valid when the parameters above are raised. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = stored.exec(hash) ?? []
  if (nonce === undefined || tag === undefined) return false
  const expected = Buffer.from(tag, 'base64')
  const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await derive(password, Buffer.from(nonce, 'base64'), storedCost, expected.length)
  return timingSafeEqual(actual, expected)
}

/** NFKC gives the same hash for a password that another keyboard encodes differently. */
function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
  tagLength: number,
): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return expensiveWork.password(() =>
    argon2Async('argon2id', { message, nonce, memory, passes, parallelism, tagLength }),
  )
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
