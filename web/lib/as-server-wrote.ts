/**
 * The content of an element that only the server has code for: React leaves it as it is. The element needs
 * `suppressHydrationWarning`. The page's policy allows no text as markup.
 */
export const asServerWrote = {
  __html: import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? ''),
}
