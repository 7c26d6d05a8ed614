/** Passkeys are bound to a name, and to the one origin at which browsers may use them. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/** Null if browsers make no passkeys there: at an IP address, and over plain http unless the host is `localhost`. */
export function passkeySite(siteUrl: string): PasskeySite | null {
  // `hostname` writes every form of an IPv4 address as four numbers, and IPv6 in brackets.
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return null
  if (protocol !== 'https:' && hostname !== 'localhost') return null
  return { rpId: hostname, origin }
}
