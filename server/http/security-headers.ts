/** Sent with every answer (OWASP ASVS V3). HSTS belongs to whoever ends TLS: see `docs/guides/run-it-for-real.md`. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For everything that is not a page. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
