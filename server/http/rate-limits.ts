import type { RatePolicy } from '../../contract/endpoint.ts'

/** The number of requests per network, endpoint and time window; `RATE_LIMIT_FACTOR` scales it. */
export const ratePolicies: Record<RatePolicy | 'page', { max: number; windowMs: number }> = {
  read: { max: 600, windowMs: 60_000 },
  lookup: { max: 60, windowMs: 60_000 },
  cart: { max: 120, windowMs: 60_000 },
  write: { max: 20, windowMs: 60_000 },
  'sign-in': { max: 10, windowMs: 5 * 60_000 },
  upload: { max: 60, windowMs: 60_000 },
  page: { max: 120, windowMs: 60_000 },
}

/** Limits against guessing and flooding, which all servers count together. */
export const sharedPolicies: ReadonlySet<RatePolicy> = new Set(['sign-in', 'lookup', 'write'])
