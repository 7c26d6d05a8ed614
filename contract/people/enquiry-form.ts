import * as z from 'zod/mini'
import { email, indianPhone, line, schoolDay, sentences, text } from '../primitives.ts'

export const enquiryKinds = ['Venue', 'Corporate', 'Course', 'Bouquet', 'Other'] as const

export const enquirySentences = {
  fullname: 'Name is required',
  phoneno: 'Phone number is required',
  phonenoInvalid: sentences.phoneInvalid,
  enquiry: 'Choose what your enquiry is about',
} as const

export const enquiryForm = z.object({
  fullname: line(120, { required: enquirySentences.fullname }),
  emailaddress: email(),
  phoneno: indianPhone(enquirySentences.phoneno),
  enquiry: z.enum(enquiryKinds, { error: enquirySentences.enquiry }),
  question: z.optional(text(2000)),
  day: z.optional(z.union([z.literal(''), schoolDay], { error: 'Enter a date' })),
})
export type EnquiryForm = z.output<typeof enquiryForm>
