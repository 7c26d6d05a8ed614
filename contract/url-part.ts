/** No address can have half a letter, so it becomes the sign for what cannot be read. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
