/** React leaves the content that only the server has code for. The element needs `suppressHydrationWarning`. */
export const asServerWrote = {
  __html: import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? ''),
}
