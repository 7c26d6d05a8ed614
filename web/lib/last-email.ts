import { storage } from './storage.ts'

export const lastEmail = storage('lastSigninEmail')
