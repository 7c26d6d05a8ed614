/** A passkey is bound to the name `rpId`, and browsers use it only at `origin`. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * Null if browsers cannot create passkeys for this site. Browsers refuse an IP address, and plain http on any host but
 * `localhost`.
 */
export function passkeySite(siteUrl: string): PasskeySite | null {
  // `URL` writes every IPv4 address as four numbers, and an IPv6 address in brackets.
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return null
  if (protocol !== 'https:' && hostname !== 'localhost') return null
  return { rpId: hostname, origin }
}
