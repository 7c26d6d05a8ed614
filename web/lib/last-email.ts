import { storage } from './storage.ts'

/** The e-mail last typed at sign-in, until one succeeds. */
export const lastEmail = storage('lastSigninEmail')
