/**
 * True if a link may lead to this path of the site. Browsers ignore tabs and line breaks and read `/\\` as `//`, so a
 * path that contains them could lead to another site.
 */
export function isPathOfSite(text: string): boolean {
  return text.length <= 2000 && /^\/(?![/\\])[^\0-\x20\x7f]*$/.test(text)
}

/** The addresses of a preview's pages begin with this path and the preview's token. */
export const previewPath = '/preview/'

/** The token of the preview to which an address belongs, as the address has it; null for the site itself. */
export function previewTokenOf(address: string): string | null {
  return address.startsWith(previewPath)
    ? (address.slice(previewPath.length).split(/[/?#]/, 1)[0] ?? '')
    : null
}
