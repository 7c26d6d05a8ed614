import type { RatePolicy } from '../../contract/endpoint.ts'

/**
 * Requests a window, per caller's address. Scaled by `RATE_LIMIT_FACTOR`. Windows end by themselves: nobody is
 * locked out for ever.
 */
export const ratePolicies: Record<RatePolicy | 'page', { max: number; windowMs: number }> = {
  read: { max: 600, windowMs: 60_000 },
  lookup: { max: 60, windowMs: 60_000 },
  write: { max: 20, windowMs: 60_000 },
  'sign-in': { max: 10, windowMs: 5 * 60_000 },
  upload: { max: 60, windowMs: 60_000 },
  /** Pages that are not kept and must be rendered or looked up; a whole site is some forty. Kept ones do not count. */
  page: { max: 120, windowMs: 60_000 },
}
