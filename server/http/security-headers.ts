/** These headers follow OWASP ASVS V3. The server that ends TLS adds HSTS: `docs/guides/run-it-for-real.md`. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The headers by which pages of the same site may frame a page. */
export const framedByOwnSite = (policy = ''): Record<string, string> => ({
  'x-frame-options': 'SAMEORIGIN',
  ...(policy && {
    'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  }),
})

export const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
