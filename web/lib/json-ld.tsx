/**
 * Facts for search engines (schema.org). They read the page as the server sends it, so the browser loads none of what
 * makes them: give `import.meta.env.SSR ? () => … : null`, which leaves the function out of the browser's scripts.
 */
export function JsonLd({ facts }: { facts: (() => Record<string, unknown>[]) | null }) {
  // What the server wrote stays: React leaves the content of such an element alone.
  return (
    <div
      hidden
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: facts === null ? nothing : facts().map(script).join('') }}
    />
  )
}

/** Markup that the page's policy lets through: no text does. */
const nothing = import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? '')

/** Data, not code: `<` is escaped, so that no text can end the block. */
function script(data: Record<string, unknown>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}
