/** A passkey is bound to the name `rpId`, and browsers use it only at `origin`. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * Null if browsers make no passkeys at this address: at an IP address, and over plain http unless the host is
 * `localhost`.
 */
export function passkeySite(siteUrl: string): PasskeySite | null {
  // `hostname` has any IPv4 address as four numbers, and an IPv6 address in brackets.
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return null
  if (protocol !== 'https:' && hostname !== 'localhost') return null
  return { rpId: hostname, origin }
}
