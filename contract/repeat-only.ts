/**
 * A prefix for an `Idempotency-Key`. A call with this prefix does not do the write. The call only requests the response
 * that an earlier public write with that key has stored, or gets 404.
 */
export const repeatOnly = 'repeat-only:'
