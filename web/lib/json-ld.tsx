/**
 * Facts for search engines (schema.org), which read the page as the server sends it. Give
 * `import.meta.env.SSR ? () => … : null`, which leaves the function out of the browser's scripts.
 */
export function JsonLd({ facts }: { facts: (() => Record<string, unknown>[]) | null }) {
  // In the browser React leaves the content of such an element as the server wrote it.
  return (
    <div
      hidden
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: facts === null ? nothing : facts().map(script).join('') }}
    />
  )
}

/** The page's policy allows no text as markup. */
const nothing = import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? '')

/** Data, not code: `<` is escaped, so that no text can end the block. */
function script(data: Record<string, unknown>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}
