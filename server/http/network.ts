import { isIPv6 } from 'node:net'

const addressMax = 64

/** Finds the network to which limits apply: an IPv4 address or an IPv6 /64, because one customer has a whole /64. */
export function networkOf(given: string): string {
  // oxlint-disable-next-line malar/whole-letters -- an address of the network
  const address = withoutPort(given.slice(0, addressMax))
  if (!isIPv6(address)) return address
  const [withoutZone = ''] = address.split('%')
  const groups = groupsOf(withoutZone)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** A port left by a proxy (`203.0.113.7:49152`) would make each connection its own network. */
function withoutPort(address: string): string {
  return (
    /^(?:([\d.]+)|\[([^\]]+)\])(?::\d+)?$/
      .exec(address)
      ?.slice(1)
      .find((one) => one !== undefined) ?? address
  )
}

/** `URL` normalises every spelling of an address to hexadecimal. */
function groupsOf(address: string): number[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = written.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
