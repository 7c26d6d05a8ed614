import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'

/**
 * What pages show where the school has no records of its own, or where a call fails. Only the demonstration school has
 * these; at any other school every list is empty.
 */
export const fallbacks = z.object({
  hours: z.array(z.object({ day: z.string(), text: z.string() })),
  hallPrices: z.record(z.string(), z.object({ label: z.string(), price: z.string() })),
  impacts: z.array(z.object({ id: z.string(), title: z.string(), value: z.string() })),
  instructors: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      description: z.string(),
      highlights: z.array(z.string()),
      experienceYears: z.number(),
      /** The kind of flower that is drawn in place of a portrait. */
      flower: z.string(),
    }),
  ),
  testimonials: z.array(
    z.object({
      student_name: z.string(),
      course_name: z.string(),
      feedback_text: z.string(),
      rating: z.number(),
    }),
  ),
})
export type Fallbacks = z.output<typeof fallbacks>

export const noFallbacks: Fallbacks = {
  hours: [],
  hallPrices: {},
  impacts: [],
  instructors: [],
  testimonials: [],
}

export const getFallbacks = defineEndpoint('GET /api/fallbacks', {
  summary: 'Get what the demonstration school shows in place of missing records. Other schools have none.',
  access: 'public',
  response: fallbacks,
  topics: ['school'],
})
