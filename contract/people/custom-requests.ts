import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import * as general from '../fields.en.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  anyId,
  email,
  id,
  imageBodyLimit,
  indianPhone,
  inPart,
  instant,
  line,
  listOrWrapped,
  orNoPhone,
  picture,
  pictureText,
  sortedQuery,
  text,
  trapField,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { answeredMark, whetherAnswered } from './answered.ts'
import * as error from './fields.en.ts'

export const requestImageBytesMax = bytesUnder(10)

/** Days until a visitor's picture is deleted, unless staff keep it. */
export const privatePictureDays = 30

export const customRequestForm = z.object({
  comment: text(2000, { required: error.commentRequired }),
  name: line(120, { required: error.nameRequired }),
  email: email(),
  phone: z.optional(orNoPhone(indianPhone(general.phoneInvalid), general.phoneInvalid)),
})
export type CustomRequestForm = z.output<typeof customRequestForm>

export const sendCustomRequest = defineEndpoint('POST /api/custom-requests', {
  summary: 'Send a request for a custom bouquet, with an optional picture',
  access: 'public',
  body: z.object({
    ...customRequestForm.shape,
    product_id: z.nullish(id),
    image: z.nullish(pictureText),
    website: trapField,
  }),
  bodyLimit: imageBodyLimit,
  status: 201,
  errors: ['limit_reached'],
})

/** The response contains the product under two names. */
export const customRequest = z.object({
  id,
  product_id: z.nullable(z.string()),
  productId: z.nullable(z.string()),
  comment: z.string(),
  /** A JSON array as text. The entries have the form of `imageUrl`. */
  images: z.string(),
  /** A file name under `/uploads/`, or the address of a private picture, which works for an hour. */
  imageUrl: z.nullable(z.string()),
  picture: z.nullable(picture),
  /** The day on which a visitor's private picture is deleted unless staff keep it; null for every other picture. */
  pictureKeptUntil: z.nullable(instant),
  /** The product on which the request is based; null once that product is deleted. */
  productName: z.nullable(z.string()),
  productImage: z.nullable(z.string()),
  /** Null if staff entered the request without a name. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  created_at: instant,
  answered_at: z.nullable(instant),
})
export type CustomRequest = z.output<typeof customRequest>

const customRequestsQuery = z.object({
  ...sortedQuery(['newest', 'oldest']).shape,
  answered: whetherAnswered,
})

export const listCustomRequests = defineEndpoint('GET /api/admin/custom-requests', {
  summary: 'List the requests for custom bouquets, newest first',
  right: 'enquiries',
  query: customRequestsQuery,
  response: z.array(customRequest),
  readAs: listOrWrapped(inPart(customRequest.shape, { id: anyId, comment: z.string() })),
})

const records = recordAt('/api/admin/custom-requests', 'enquiries', wrapped(customRequest), {
  hasPicture: true,
})

export const addCustomRequest = records.adds(
  'Create a request for a custom bouquet that was made by phone or in person',
  z.object({
    product_id: z.nullish(z.union([z.literal(''), id])),
    comment: text(2000, { required: error.commentRequired }),
    imageUrl: z.nullish(pictureText),
  }),
)
export const deleteCustomRequest = records.deletes(
  'Delete a request for a custom bouquet. It can be restored from the bin.',
)

export const markCustomRequest = defineEndpoint('PUT /api/admin/custom-requests/:id/answered', {
  summary: 'Mark a request for a custom bouquet as answered or not answered',
  right: 'enquiries',
  body: answeredMark,
  response: wrapped(customRequest),
})

export const keepCustomRequestPicture = defineEndpoint('POST /api/admin/custom-requests/:id/keep-picture', {
  summary: 'Store a visitor’s picture permanently. It is public from then on.',
  right: 'enquiries',
  rate: 'upload',
  response: wrapped(customRequest),
})
