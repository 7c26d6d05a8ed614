import { storage } from './storage.ts'

/** It is kept until a sign-in succeeds. */
export const lastEmail = storage('lastSigninEmail')
