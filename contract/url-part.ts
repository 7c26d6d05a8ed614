/** Any text as a part of an address; half a letter, which no address can have, becomes the sign for what cannot be read. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
