/** A path of this site, as a link may lead to: browsers skip tabs and line breaks, and read `/\\` as `//`. */
export function isPathOfSite(text: string): boolean {
  return text.length <= 2000 && /^\/(?![/\\])[^\0-\x20\x7f]*$/.test(text)
}
