import { deviceTokensMax } from '../../contract/device-tokens.ts'
import { storage } from './storage.ts'

const kept = storage('deviceTokens')

/**
 * Tokens by which the server knows this browser at the next sign-in, so that strangers' wrong guesses do not delay it.
 * They open nothing, stay after signing out, and do not say whose they are. Several accounts may share a browser.
 */
export const knownDevice = {
  tokens(): string[] {
    const tokens = kept.readJson()
    return Array.isArray(tokens)
      ? tokens.filter((one): one is string => typeof one === 'string').slice(0, deviceTokensMax)
      : []
  },
  keep(token: string | undefined): void {
    if (token === undefined) return
    const others = knownDevice.tokens().filter((one) => one !== token)
    kept.write(JSON.stringify([token, ...others].slice(0, deviceTokensMax)))
  },
}
