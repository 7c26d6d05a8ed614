import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { done, id } from './primitives.ts'
import { signInSentences } from './sign-in-sentences.ts'

export const user = z.object({
  id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  /** 'admin' for owner and staff (reading A9). */
  usertype: z.enum(['admin', 'user']),
  role: z.enum(['owner', 'staff', 'none']),
})
export type User = z.output<typeof user>

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/signin',
  summary: 'Exchange e-mail and password for a session token',
  access: 'public',
  body: z.object({
    email: z
      .string({ error: signInSentences.bothRequired })
      .check(
        z.trim(),
        z.minLength(1, signInSentences.bothRequired),
        z.maxLength(254, signInSentences.emailInvalid),
        z.includes('@', { error: signInSentences.emailInvalid }),
        z.toLowerCase(),
      ),
    password: z
      .string({ error: signInSentences.bothRequired })
      .check(z.minLength(1, signInSentences.bothRequired), z.maxLength(128, signInSentences.wrong)),
  }),
  rate: 'sign-in',
  errors: ['invalid_credentials'],
  response: z.object({ success: z.literal(true), sessionToken: z.string(), user }),
})

export const getCurrentUser = defineEndpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in',
  access: 'user',
  response: user,
})

/** Answers 200 for a dead token too (reading A6). */
export const signOut = defineEndpoint({
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'End this session',
  access: 'public',
  response: done,
})
