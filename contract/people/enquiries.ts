import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { concernKinds } from '../orders/concerns.ts'
import {
  between,
  done,
  id,
  inOrder,
  instant,
  picture,
  sortedQuery,
  trapField,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { answeredMark, whetherAnswered } from './answered.ts'
import { enquiryForm, enquiryKinds } from './enquiry-form.ts'

/** Enquiries from the form are listed together with problems that buyers report about an order (`Concern`). */
export const listedEnquiryKinds = [...enquiryKinds, 'Concern'] as const

export const sendEnquiry = defineEndpoint('POST /api/categoryuserdata', {
  summary: 'Send an enquiry about the hall, a corporate event or anything else',
  access: 'public',
  body: z.extend(enquiryForm, { website: trapField }),
  status: 201,
})

/** Each field is sent under two names. */
export const enquiry = z.object({
  id,
  fullname: z.string(),
  name: z.string(),
  emailaddress: z.string(),
  email: z.string(),
  phoneno: z.string(),
  phone: z.string(),
  enquiry: z.string(),
  question: z.nullable(z.string()),
  created_at: instant,
  answered_at: z.nullable(instant),
  /** The order that a concern is about; null for every other enquiry. */
  order: z.nullable(z.object({ id, ordernumber: z.string() })),
  concern: z.nullable(z.enum(concernKinds)),
  /** Photographs that only staff can see. The photographs are deleted after thirty days. */
  photographs: z.array(picture),
})
export type Enquiry = z.output<typeof enquiry>

export const enquiriesQuery = inOrder(
  z.object({
    ...sortedQuery(['newest', 'oldest']).shape,
    enquiry: z.optional(z.enum(listedEnquiryKinds)),
    answered: whetherAnswered,
    ...between,
  }),
)
export type EnquiriesQuery = z.output<typeof enquiriesQuery>

export const listEnquiries = defineEndpoint('GET /api/categoryuserdata', {
  summary: 'List the enquiries, newest first',
  right: 'enquiries',
  query: enquiriesQuery,
  response: wrapped(z.array(enquiry)),
})

export const markEnquiry = defineEndpoint('PUT /api/admin/categoryuserdata/:id/answered', {
  summary: 'Mark an enquiry as answered or not answered',
  right: 'enquiries',
  body: answeredMark,
  response: wrapped(enquiry),
})

export const deleteEnquiry = recordAt('/api/admin/categoryuserdata', 'enquiries', done).deletes(
  'Delete an enquiry. It can be restored from the bin.',
)
