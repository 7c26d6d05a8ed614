import type { RatePolicy } from '../../contract/endpoint.ts'

/** Requests of one network to each address of the API in a window, scaled by `RATE_LIMIT_FACTOR`. */
export const ratePolicies: Record<RatePolicy | 'page', { max: number; windowMs: number }> = {
  read: { max: 600, windowMs: 60_000 },
  lookup: { max: 60, windowMs: 60_000 },
  cart: { max: 120, windowMs: 60_000 },
  write: { max: 20, windowMs: 60_000 },
  'sign-in': { max: 10, windowMs: 5 * 60_000 },
  upload: { max: 60, windowMs: 60_000 },
  page: { max: 120, windowMs: 60_000 },
}

/** All servers count these together, because they slow guessing and flooding. */
export const sharedPolicies: ReadonlySet<RatePolicy> = new Set(['sign-in', 'lookup', 'write'])
