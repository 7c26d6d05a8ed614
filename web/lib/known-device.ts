import { deviceTokensMax } from '../../contract/accounts/sign-in-facts.ts'
import { storage } from './storage.ts'

const kept = storage('deviceTokens')

/**
 * The server knows this browser by these tokens, one for each account, so that strangers' wrong guesses do not delay
 * its sign-in. A token gives no access, names nobody and stays after a sign-out.
 */
export const knownDevice = {
  sentWith<Body extends object>(body: Body): Body & { deviceTokens?: string[] } {
    const deviceTokens = tokens()
    return deviceTokens.length > 0 ? { ...body, deviceTokens } : body
  },
  keep(token: string | undefined): void {
    if (token === undefined) return
    const others = tokens().filter((one) => one !== token)
    kept.write(JSON.stringify([token, ...others].slice(0, deviceTokensMax)))
  },
}

function tokens(): string[] {
  const stored = kept.readJson()
  if (!Array.isArray(stored)) return []
  return stored.filter((one): one is string => typeof one === 'string').slice(0, deviceTokensMax)
}
