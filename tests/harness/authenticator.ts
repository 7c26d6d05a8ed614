import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code that an authenticator app shows for a secret at the time `ms`. The function follows RFC 6238 and uses no
 * code of the server.
 */
export function codeOfApp(secret: string, ms: number): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(ms / 30_000), 4)
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  const number = ((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).toString()
  return number.padStart(6, '0')
}
