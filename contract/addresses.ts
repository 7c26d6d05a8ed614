/** Encodes a text for a URL. Half a surrogate pair cannot be encoded, so it becomes U+FFFD. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/**
 * Each call of a page sends the page's path in this header, so that the server can distinguish a preview's calls from a
 * visitor's calls. The `Referer` header is not enough, because pages and browsers may hide it.
 */
export const pageHeader = 'page'

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

export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** The page of terms that somebody accepted. */
export const acceptedPath = (hash: string) => `/terms/accepted/${hash}`
