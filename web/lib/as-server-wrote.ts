/**
 * Keeps an element's content that only the server has code for: React leaves it alone. The element needs
 * `suppressHydrationWarning`. The page's policy allows no text as markup.
 */
export const asServerWrote = {
  __html: import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? ''),
}
