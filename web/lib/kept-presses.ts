import { storage } from './storage.ts'

/** Presses on the florist's lists that wait for a line; they leave the phone at sign-out and at the day's end. */
export const keptPresses = storage('floristPresses')
