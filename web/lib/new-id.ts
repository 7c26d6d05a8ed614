/**
 * 128 random bits in hex. `crypto.randomUUID` is missing in a browser that opened the site without https, such as a phone
 * in the school's own network.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
