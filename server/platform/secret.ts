import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const lengthMin = 32

/**
 * Returns the secret that signs tokens: `AUTH_SECRET`, or else the file `DATA_DIR/secret`, which the first start
 * creates. The database never contains the secret, so a copy of the database gives no access.
 * @throws Error with a one-line message if the file cannot be created or is damaged
 */
export function authSecret(config: { authSecret: string | null; dataDir: string }): string {
  if (config.authSecret !== null) return config.authSecret
  const file = path.join(config.dataDir, 'secret')
  const secret = readIfThere(file) ?? make(file)
  if (secret.length < lengthMin) {
    throw new Error(
      `The file ${file} is damaged. Restore it from a backup, or delete it to sign everyone out`,
    )
  }
  return secret
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The file ${file} can’t be read (${(error as Error).message})`, { cause: error })
  }
}

function make(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    try {
      // `link` never replaces a file. If two processes start at once, the secret of the first process stays.
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `The file ${file} can’t be created (${(error as Error).message}). Set AUTH_SECRET instead`,
      {
        cause: error,
      },
    )
  }
}
