import { storage } from './storage.ts'

/**
 * Presses on the florist's lists that wait for the network. They are deleted at sign-out, when somebody else signs in,
 * and at the day's end; an expired session leaves them to the same person's next sign-in.
 */
export const keptPresses = storage('floristPresses')
