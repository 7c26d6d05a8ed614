import { storage } from './storage.ts'

/**
 * Presses on the florist's lists that wait for a line. They leave the phone at sign-out, when somebody else signs in, and
 * at the day's end; a session that ran out leaves them to whoever signs in again.
 */
export const keptPresses = storage('floristPresses')
