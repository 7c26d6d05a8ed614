import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, picture, wrapped } from './primitives.ts'

const publicFields = {
  id,
  name: z.string(),
  /** The name that P§3 gives beside `specialization`; both say the same. */
  role: z.nullable(z.string()),
  specialization: z.nullable(z.string()),
  description: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  highlights: z.array(z.string()),
  experience_years: z.nullable(z.number()),
  email: z.string(),
  /** File name under `/uploads/`, or null. */
  profile_image: z.nullable(z.string()),
  picture: z.nullable(picture),
  icon: z.nullable(z.string()),
  is_active: z.boolean(),
}

export const publicInstructor = z.object(publicFields)
export type PublicInstructor = z.output<typeof publicInstructor>

/** What the back office sees besides (reading A4). */
export const adminInstructor = z.object({
  ...publicFields,
  phone: z.nullable(z.string()),
  hourly_rate: z.nullable(z.number()),
  created_at: instant,
})

export const listInstructors = defineEndpoint({
  method: 'GET',
  path: '/api/instructors',
  summary: 'Active instructors; with an admin token everybody with every field',
  access: 'public',
  response: wrapped(z.array(z.union([adminInstructor, publicInstructor]))),
  topics: ['instructors'],
  variesByCaller: true,
})
