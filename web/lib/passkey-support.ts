import { passkeySite } from '../../contract/passkey-site.ts'

/**
 * Why no passkey can be used here; null where one can. `site`: the site has no name or no https; `address`: it was opened
 * at another address than its own; `browser`: the browser has no passkeys.
 */
export function passkeyObstacle(siteUrl: string): 'site' | 'address' | 'browser' | null {
  const site = passkeySite(siteUrl)
  if (site === null) return 'site'
  if (site.origin !== location.origin) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** The device or its person said no; `message` is a sentence for people. */
export class PasskeyFailure extends Error {}
