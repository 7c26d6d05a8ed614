import { passkeySite } from '../../contract/accounts/passkey-site.ts'

/** The reason why no passkey works: the site has no name or no https, or this is not its address. Null if one does. */
export function passkeyObstacle(siteUrl: string): 'site' | 'address' | 'browser' | null {
  const site = passkeySite(siteUrl)
  if (site === null) return 'site'
  if (site.origin !== location.origin) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** The device or its owner refused; `message` is a sentence for people. */
export class PasskeyFailure extends Error {}
