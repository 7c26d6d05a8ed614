/** Encodes a text for a URL. Half a surrogate pair cannot be encoded, so it becomes U+FFFD. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

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

/**
 * A page of a preview sends its token with each call in this header. Pages and browsers may hide the address of the
 * page, so the call would otherwise look like a visitor's.
 */
export const previewHeader = 'preview-token'

export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${urlPart(place)}`
}

export function endpointUrl(path: string, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, string>
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => urlPart(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
