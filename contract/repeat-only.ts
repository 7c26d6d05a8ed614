/**
 * Before an `Idempotency-Key` it asks whether a public write has an answer under that key: that answer, or 404. Nothing is
 * done in either case.
 */
export const repeatOnly = 'repeat-only:'
