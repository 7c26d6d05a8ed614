import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { email, imageBodyLimit, pictureText, text } from '../primitives.ts'
import * as error from './fields.en.ts'

/** The buyer can report a problem for this many hours after the delivery. */
export const concernHours = 24
export const concernPhotographsMax = 3
/** The most reports about one order. A buyer with a further problem has to call the school. */
export const concernsOfOrderMax = 3

export const concernKinds = ['damaged', 'another', 'missing', 'late', 'other'] as const
export type ConcernKind = (typeof concernKinds)[number]

/** The order's e-mail address shows that the caller is the buyer. */
export const concernForm = z.object({
  what: z.enum(concernKinds, { error: error.chooseConcern }),
  words: text(2000, { required: error.describeConcern }),
  email: email(),
})
export type ConcernForm = z.output<typeof concernForm>

export const raiseConcern = defineEndpoint('POST /api/orders/:id/concerns', {
  summary: 'Report a problem with an order within 24 hours of its delivery, with up to three photos',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    ...concernForm.shape,
    photographs: z.optional(
      z
        .array(pictureText)
        .check(z.maxLength(concernPhotographsMax, error.tooManyPhotos({ max: concernPhotographsMax }))),
    ),
  }),
  bodyLimit: imageBodyLimit,
  status: 201,
  errors: ['not_found', 'conflict', 'limit_reached'],
})
