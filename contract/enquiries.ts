import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import {
  done,
  email,
  id,
  idParams,
  indianPhone,
  instant,
  sentences,
  sortedQuery,
  text,
  trapField,
  wrapped,
} from './primitives.ts'
import { recordAt } from './record-endpoints.ts'

/** What somebody asks for who wants the hall or the school for an occasion (reading B11). */
export const enquiryKinds = ['Venue', 'Corporate', 'Course', 'Bouquet', 'Other'] as const

export const enquirySentences = {
  fullname: 'Name is required',
  phoneno: 'Phone number is required',
  phonenoInvalid: sentences.phoneInvalid,
  enquiry: 'Please choose what your enquiry is about',
} as const

export const enquiryForm = z.object({
  fullname: text(120, { required: enquirySentences.fullname }),
  emailaddress: email(),
  phoneno: indianPhone(enquirySentences.phoneno),
  enquiry: z.enum(enquiryKinds, { error: enquirySentences.enquiry }),
  question: z.optional(text(2000)),
})
export type EnquiryForm = z.output<typeof enquiryForm>

export const sendEnquiry = defineEndpoint('POST /api/categoryuserdata', {
  summary: 'Ask about the hall, a corporate event or anything else',
  access: 'public',
  body: z.extend(enquiryForm, { website: trapField }),
  status: 201,
  rate: 'write',
  response: done,
})

/** A category visitor (B§3); both spellings of each field, as the specification names them. */
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
  /** When staff marked it answered; null until then. */
  answered_at: z.nullable(instant),
})
export type Enquiry = z.output<typeof enquiry>

export const enquiriesQuery = z.object({
  ...sortedQuery(['newest', 'oldest']).shape,
  enquiry: z.optional(z.enum(enquiryKinds)),
  answered: z.optional(z.enum(['yes', 'no'])),
})
export type EnquiriesQuery = z.output<typeof enquiriesQuery>

export const listEnquiries = defineEndpoint('GET /api/categoryuserdata', {
  summary: 'Everybody who asked about the hall or an occasion, newest first',
  access: 'admin',
  query: enquiriesQuery,
  response: wrapped(z.array(enquiry)),
})

export const markEnquiry = defineEndpoint('PUT /api/admin/categoryuserdata/:id/answered', {
  summary: 'Say that an enquiry was answered, or was not',
  access: 'admin',
  params: idParams,
  body: z.object({ answered: z.boolean() }),
  response: wrapped(enquiry),
})

export const deleteEnquiry = recordAt('/api/admin/categoryuserdata', done).deletes(
  'Put an enquiry into the bin',
)
