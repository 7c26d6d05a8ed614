import { passkeySite } from '../../contract/accounts/passkey-site.ts'

/**
 * Finds what prevents passkeys: a site without domain or https, another address, or the browser. Null if nothing
 * prevents passkeys.
 */
export function passkeyObstacle(siteUrl: string): 'site' | 'address' | 'browser' | null {
  const site = passkeySite(siteUrl)
  if (site === null) return 'site'
  if (site.origin !== location.origin) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** The device or its owner refused; `message` is shown to people. */
export class PasskeyFailure extends Error {}
