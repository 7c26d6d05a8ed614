import { deviceTokensMax } from '../../contract/device-tokens.ts'
import { storage } from './storage.ts'

const kept = storage('deviceTokens')

/**
 * By which the server knows this browser at the next sign-in, so that it need not wait for what others guess. They open
 * nothing, and stay after signing out. Several, for accounts that share a browser; none says whose it is.
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
