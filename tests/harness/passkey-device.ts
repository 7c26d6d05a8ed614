import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewCredential, SignedCredential } from '../../contract/accounts/passkeys.ts'

/** Mistakes of a device, or changes that an attacker makes. */
export interface Faults {
  origin?: string
  rpId?: string
  /** The type in the client data. */
  type?: string
  crossOrigin?: boolean
  challenge?: string
  isUserVerified?: boolean
  isUserPresent?: boolean
  counter?: number
  userHandle?: string
  /** Makes the attestation statement over `signed`, in CBOR, and names its format. By default, the format is `none`. */
  attestation?: (signed: Buffer) => { fmt: string; statement: Buffer }
}

export interface Device {
  credentialId: string
  /** Makes the answer to the options of `navigator.credentials.create()`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    faults?: Faults,
  ): NewCredential
  /**
   * Makes the answer to the options of `navigator.credentials.get()`, with a signature over the data that it contains.
   */
  get(options: { challenge: string; rpId: string }, faults?: Faults): SignedCredential
}

/**
 * Makes an authenticator with one ES256 key. The authenticator follows the WebAuthn specification and uses no code of
 * the server's library.
 */
export function passkeyDevice({
  origin,
  isCounting = true,
}: {
  origin: string
  isCounting?: boolean
}): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let counter = 0
  let owner = ''

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (rpId: string, faults: Faults, attested: Buffer | null) => {
    if (isCounting) counter++
    const { isUserPresent = true, isUserVerified = true } = faults
    const flags = (isUserPresent ? 1 : 0) | (isUserVerified ? 4 : 0) | (attested ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? counter)
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? rpId)
        .digest(),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }
  const named = { id: credentialId, rawId: credentialId, type: 'public-key' as const }

  return {
    credentialId,
    create({ challenge, rp, user }, faults = {}) {
      owner = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const clientJson = clientData('webauthn.create', challenge, faults)
      const data = authenticatorData(rp.id, faults, attested)
      const signed = Buffer.concat([data, createHash('sha256').update(clientJson).digest()])
      const { fmt, statement } = faults.attestation?.(signed) ?? { fmt: 'none', statement: cborMap([]) }
      return {
        ...named,
        response: {
          clientDataJSON: clientJson.toString('base64url'),
          attestationObject: cborMap([
            [cborText('fmt'), cborText(fmt)],
            [cborText('attStmt'), statement],
            [cborText('authData'), cborBytes(data)],
          ]).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, faults = {}) {
      const clientJson = clientData('webauthn.get', challenge, faults)
      const data = authenticatorData(rpId, faults, null)
      const signed = Buffer.concat([data, createHash('sha256').update(clientJson).digest()])
      return {
        ...named,
        response: {
          clientDataJSON: clientJson.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: faults.userHandle ?? owner,
        },
      }
    },
  }
}

/** Makes a `packed` attestation statement with a maker's certificate, as valid as the statement of a real maker. */
export function statementByMaker(signed: Buffer): { fmt: string; statement: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const bySha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const part = (id: number, text: string) =>
    der(0x31, der(0x30, der(0x06, Buffer.from([0x55, 0x04, id])), der(0x0c, Buffer.from(text))))
  const maker = der(
    0x30,
    part(6, 'IN'),
    part(10, 'A maker'),
    part(11, 'Authenticator Attestation'),
    part(3, 'Its batch'),
  )
  const noAuthority = der(0x30, Buffer.from('0603551d13', 'hex'), der(0x04, der(0x30)))
  const certificateBody = der(
    0x30,
    der(0xa0, Buffer.from([2, 1, 2])),
    Buffer.from([2, 1, 1]),
    bySha256,
    maker,
    der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    maker,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, noAuthority)),
  )
  const signature = der(0x03, Buffer.concat([Buffer.alloc(1), sign('sha256', certificateBody, privateKey)]))
  return {
    fmt: 'packed',
    statement: cborMap([
      [cborText('alg'), cborNumber(-7)],
      [cborText('sig'), cborBytes(sign('sha256', signed, privateKey))],
      [cborText('x5c'), cborList([cborBytes(der(0x30, certificateBody, bySha256, signature))])],
    ]),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** Key type 2 (elliptic curve), algorithm -7 (ES256), curve 1 (P-256), x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string }
  return cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
export const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value])
export const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
export const cborList = (items: Buffer[]) => Buffer.concat([cborHead(4, items.length), ...items])
export const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
