import { storage } from './storage.ts'

/** Reading W9: the last e-mail typed at sign-in, until it succeeds. */
export const lastEmail = storage('lastSigninEmail')
