/**
 * It stands before an `Idempotency-Key` and asks for the answer that a public write has under that key: the answer is
 * that or 404. Nothing is done in either case.
 */
export const repeatOnly = 'repeat-only:'
