/**
 * Makes a list of texts from texts, objects with a `topic`, JSON, or a text with commas and line breaks. Blanks are
 * dropped.
 */
export function normaliseTextList(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value
      .map((item) => {
        if (typeof item === 'string') return item.trim()
        const topic = (item as { topic?: unknown } | null)?.topic
        return typeof topic === 'string' ? topic.trim() : ''
      })
      .filter((text) => text !== '')
  }
  if (typeof value !== 'string') return []
  const typed = value.trim()
  if (typed.startsWith('[') || typed.startsWith('"')) {
    try {
      return normaliseTextList(JSON.parse(typed))
    } catch {}
  }
  return typed
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
