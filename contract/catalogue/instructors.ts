import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  anyId,
  anyPhone,
  done,
  email,
  id,
  idParams,
  inPart,
  instant,
  line,
  listOrWrapped,
  numeric,
  orNoPhone,
  patchOf,
  picture,
  pictureText,
  rupees,
  sentences,
  sortedQuery,
  text,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'

const publicFields = {
  id,
  name: z.string(),
  role: z.nullable(z.string()),
  specialization: z.nullable(z.string()),
  description: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  highlights: z.array(z.string()),
  experience_years: z.nullable(z.number()),
  email: z.string(),
  /** It is a file name under `/uploads/`. */
  profile_image: z.nullable(z.string()),
  picture: z.nullable(picture),
  icon: z.nullable(z.string()),
  is_active: z.boolean(),
}

export const publicInstructor = z.object(publicFields)
export type PublicInstructor = z.output<typeof publicInstructor>

/** The back office sees these fields besides the public ones. */
export const adminInstructor = z.object({
  ...publicFields,
  phone: z.nullable(z.string()),
  /** It is in rupees. */
  hourly_rate: z.nullable(z.number()),
  created_at: instant,
  version,
})
export type AdminInstructor = z.output<typeof adminInstructor>

export const instructorsQuery = z.object({
  ...sortedQuery(['joined', '-joined', 'name', '-name']).shape,
  active: z.optional(z.enum(['yes', 'no'])),
})
export type InstructorsQuery = z.output<typeof instructorsQuery>

export const listInstructors = defineEndpoint('GET /api/instructors', {
  summary: 'Active instructors; with an admin token everybody with every field, page by page',
  access: 'public',
  query: instructorsQuery,
  response: wrapped(z.array(z.union([adminInstructor, publicInstructor]))),
  readAs: listOrWrapped(inPart(adminInstructor.shape, { id: z.nullish(anyId), name: z.string() })),
  topics: ['instructors'],
  variesByCaller: true,
})

export const instructorImageBytesMax = bytesUnder(10)

const yearsSentence = 'Experience must be a whole number of 0 or more'
const rateSentence = 'Hourly rate must be a number of 0 or more, with at most 2 decimals'

const required = {
  name: line(120, { required: 'Name is required' }),
  email: email(),
}
const optional = {
  phone: z.nullish(orNoPhone(anyPhone(), sentences.anyPhoneInvalid)),
  specialization: z.nullish(line(120)),
  experience_years: z.nullish(
    numeric(/^\d{1,3}$/, yearsSentence).check(
      z.refine((value) => Number.isInteger(value) && value >= 0, yearsSentence),
      z.lte(100, 'Experience is at most 100 years'),
    ),
  ),
  hourly_rate: z.nullish(rupees(rateSentence)),
  bio: z.nullish(text(2000)),
  profile_image: z.nullish(pictureText),
  is_active: z.optional(z.boolean()),
}

export const instructorInput = z.object({ ...required, ...optional })
export type InstructorInput = z.output<typeof instructorInput>

export const instructorPatch = patchOf({ ...required, ...optional })
export type InstructorPatch = z.output<typeof instructorPatch>

const records = recordAt('/api/admin/instructors', 'classes', wrapped(adminInstructor), { hasPicture: true })

/** It stands for an instructor as long as nobody knows who takes over. */
export const nobodyYet = 'nobody'

export const addInstructor = records.adds('Add an instructor', instructorInput)
export const getInstructor = records.reads('One instructor for the back office')
export const updateInstructor = records.changes('Change an instructor; absent fields stay', instructorPatch)
export const deleteInstructor = defineEndpoint('DELETE /api/admin/instructors/:id', {
  summary:
    'Delete an instructor; the bin can bring them back. `replacement` says who takes over the sessions to come',
  access: 'admin',
  right: 'classes',
  params: idParams,
  query: z.object({ replacement: z.optional(z.union([z.literal(nobodyYet), recordId('instructor')])) }),
  errors: ['in_use'],
  response: done,
})
