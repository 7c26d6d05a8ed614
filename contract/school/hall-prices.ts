import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, inPart, keyError, line, patterned } from '../primitives.ts'
import { endsAfterStart, noPricingRows, pricingRowsMax, pricingTimes } from './pricing-rules.ts'

/** The prices of the hall by their keys. A label has the day and the times. A price is an amount in rupees, as text. */
export const eventPricing = z.record(z.string(), z.object({ label: z.string(), price: z.string() }))

/** The caller sends `version` back when it saves prices. An outdated version is refused with 409. */
const pricingAnswer = z.object({ success: z.literal(true), data: eventPricing, version: z.string() })

const slotKey = line(60, { required: 'Every row must have a key' })

const priceSentence = 'Enter a price such as 2500 or 2500.50'

const price = patterned(20, /^\d{1,8}(\.\d{1,2})?$/, priceSentence, { isTrimmed: true })

export const eventPricingInput = z
  .record(
    slotKey,
    z.object({
      label: line(120, { required: 'Enter the day and times of every row' }).check(
        z.refine((label) => {
          const times = pricingTimes(label)
          return times === null || endsAfterStart(times)
        }, 'In every row, the end time must be after the start time'),
      ),
      /** The price in rupees, as typed. */
      price: z.union([price, z.pipe(z.pipe(z.number(), z.transform(String)), price)], {
        error: priceSentence,
      }),
    }),
    { error: keyError },
  )
  .check(
    z.refine((rows) => Object.keys(rows).length > 0, noPricingRows),
    z.refine(
      (rows) => Object.keys(rows).length <= pricingRowsMax,
      `Use at most ${pricingRowsMax} pricing rows`,
    ),
  )

export const getEventPricing = defineEndpoint('GET /api/admin/event-pricing', {
  summary: 'Get the prices of the venue. Anyone may call this, despite its path.',
  access: 'public',
  part: 'hall',
  response: pricingAnswer,
  readAs: inPart(pricingAnswer.shape, {
    data: z.record(z.string(), z.object({ label: z.string(), price: z.union([z.string(), z.number()]) })),
  }),
  topics: ['event-pricing'],
})

export const replaceEventPricing = defineEndpoint('PUT /api/admin/event-pricing', {
  summary:
    'Replace the prices of the venue. With `version`, the call is refused if someone has changed the prices in the meantime.',
  right: 'prices',
  query: z.object({ version: z.optional(asTyped(64)) }),
  body: eventPricingInput,
  response: pricingAnswer,
})

export const deleteEventPrice = defineEndpoint('DELETE /api/admin/event-pricing/:key', {
  summary:
    'Delete a price of the venue. It can be restored from the bin. The call succeeds even if there is no such price.',
  right: 'prices',
  params: z.object({ key: asTyped(200, { required: 'Choose a price' }) }),
})
