/** A link may lead to it. Browsers skip tabs and line breaks, and read `/\\` as `//`, so these are refused. */
export function isPathOfSite(text: string): boolean {
  return text.length <= 2000 && /^\/(?![/\\])[^\0-\x20\x7f]*$/.test(text)
}
