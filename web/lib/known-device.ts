import { deviceTokensMax } from '../../contract/device-tokens.ts'

const key = 'deviceTokens'

/**
 * By which the server knows this browser at the next sign-in, so that it need not wait for what others guess. They open
 * nothing, and stay after signing out. Several, for accounts that share a browser; none says whose it is.
 */
export const knownDevice = {
  tokens(): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(kept)
        ? kept.filter((one): one is string => typeof one === 'string').slice(0, deviceTokensMax)
        : []
    } catch {
      return [] // storage is switched off, or holds something else: the browser is a new one
    }
  },
  keep(token: string | undefined): void {
    if (token === undefined) return
    const others = knownDevice.tokens().filter((one) => one !== token)
    try {
      localStorage.setItem(key, JSON.stringify([token, ...others].slice(0, deviceTokensMax)))
    } catch {
      // likewise
    }
  },
}
