import { passkeySite } from '../../contract/passkey-site.ts'

/**
 * Why no passkey can be used on this page; null where one can. `site`: its address has no name or no https;
 * `address`: it was opened at another address than its own; `browser`: the browser knows none.
 */
export function passkeyObstacle(siteUrl: string): 'site' | 'address' | 'browser' | null {
  const site = passkeySite(siteUrl)
  if (site === null) return 'site'
  if (site.origin !== location.origin) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** The device or its person said no; `message` is a sentence for people. */
export class PasskeyFailure extends Error {}
