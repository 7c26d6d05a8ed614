/**
 * Makes React keep the server's content, whose code the browser lacks. The element needs `suppressHydrationWarning`.
 */
export const asServerWrote = {
  __html: import.meta.env.SSR ? '' : (window.trustedTypes?.emptyHTML ?? ''),
}
