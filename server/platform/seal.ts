import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type Seal = ReturnType<typeof createSeal>

/** Encrypts short secrets for the database with a key that is derived from the server's secret. */
export function createSeal(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'malar seal', 32))
  // `createHmac` takes 10 µs for a key given as bytes, but only 1.5 µs for this key object.
  const fingerprintKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'malar fingerprint', 32)))
  return {
    /**
     * Equal texts have equal fingerprints, so they are recognised without being stored. Nobody can reverse one without
     * the secret.
     */
    fingerprint: (text: string) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
    close(text: string): string {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
  }
}
