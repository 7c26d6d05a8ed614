/**
 * A prefix for an `Idempotency-Key`. Such a call only requests the response that a public write already has under that
 * key, or 404. It does not do the write.
 */
export const repeatOnly = 'repeat-only:'
