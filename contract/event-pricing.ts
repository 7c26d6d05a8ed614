import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { wrapped } from './primitives.ts'

/** Slot key → label (day and times) and price in rupees as text (P§3, B§3). */
export const eventPricing = z.record(z.string(), z.object({ label: z.string(), price: z.string() }))

export const getEventPricing = defineEndpoint({
  method: 'GET',
  path: '/api/admin/event-pricing',
  summary: 'Prices of the venue; public, whatever its path suggests (reading A1)',
  access: 'public',
  response: wrapped(eventPricing),
  topics: ['event-pricing'],
})
