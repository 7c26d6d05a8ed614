import * as z from 'zod/mini'
import * as general from '../fields.en.ts'
import { email, indianPhone, line, schoolDay, text } from '../primitives.ts'
import * as error from './fields.en.ts'

// The following texts are values of the API.
// oxlint-disable-next-line malar/text-in-catalogue
export const enquiryKinds = ['Venue', 'Corporate', 'Course', 'Bouquet', 'Other'] as const

export const enquiryForm = z.object({
  fullname: line(120, { required: error.nameRequired }),
  emailaddress: email(),
  phoneno: indianPhone(error.phoneRequired),
  enquiry: z.enum(enquiryKinds, { error: error.enquiryKindRequired }),
  question: z.optional(text(2000)),
  day: z.optional(z.union([z.literal(''), schoolDay], { error: general.dateRequired })),
})
export type EnquiryForm = z.output<typeof enquiryForm>
