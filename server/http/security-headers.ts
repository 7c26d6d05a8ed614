import { createHash } from 'node:crypto'

/** Sent with every answer (OWASP ASVS V3). HSTS belongs to whoever ends TLS: see `docs/guides/run-it-for-real.md`. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The policy of whatever is not a page: nothing may run or load. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

const inlineScript =
  /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g

function hashes(html: string, pattern: RegExp): string {
  const found = new Set<string>()
  for (const match of html.matchAll(pattern)) {
    found.add(
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
    )
  }
  return [...found].join(' ')
}

/**
 * The policy of one page: its own inline scripts and styles by their hashes (a nonce could not be kept in a cache).
 * Style attributes are allowed, since sizes and colours of pictures are set by them; style elements are not. Frames:
 * the map, after a click (reading M5).
 */
export function pagePolicy(html: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes(html, inlineScript)}`.trim(),
    `style-src 'self' ${hashes(html, inlineStyle)}`.trim(),
    "style-src-attr 'unsafe-inline'",
    // A course's picture may be any address (P§3).
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.google.com https://maps.google.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
