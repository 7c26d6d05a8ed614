import { createHmac, timingSafeEqual } from 'node:crypto'
import { urlPart } from '../../../../contract/addresses.ts'

/** The time step of RFC 6238 that authenticator apps use. */
const stepMs = 30_000
const digits = 6
/** The clock of the authenticator app may be one step off. */
const stepsOff = [0, -1, 1]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step that the code belongs to; null if the code is wrong. */
export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = Math.floor(nowMs / stepMs)
  const given = Buffer.from(code)
  // Every step is compared, so that the response time does not reveal which step fits.
  const fitting = stepsOff.filter((off) => {
    const expected = Buffer.from(totpAt(secret, now + off))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fitting[0] === undefined ? null : now + fitting[0]
}

export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${urlPart(issuer)}:${urlPart(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${urlPart(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
}
