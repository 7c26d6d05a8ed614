/**
 * A prefix for an `Idempotency-Key`. It asks only for the answer that a public write already has under that key, or
 * 404. The write itself is not done.
 */
export const repeatOnly = 'repeat-only:'
