import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  anyId,
  email,
  id,
  inPart,
  instant,
  listOrWrapped,
  numeric,
  patchOf,
  picture,
  pictureText,
  sortedQuery,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  emailField,
  flagField,
  numberOrNone,
  phoneOrNone,
  requiredText,
  rupeesOrNone,
  shownIn,
  textOrNone,
} from '../record-fields.ts'

const yearsSentence = 'Enter the years of experience, 0 or more'
const years = numeric(/^\d{1,3}$/, yearsSentence).check(
  z.refine((value) => Number.isInteger(value) && value >= 0, yearsSentence),
  z.lte(100, 'Enter at most 100 years of experience'),
)

export const instructorFields = {
  name: requiredText('line', { label: 'Name', column: 'name' }, 120),
  email: emailField({ label: 'Email', column: 'email' }, email(), true),
  phone: phoneOrNone({ label: 'Phone', column: 'phone' }),
  specialization: textOrNone('line', { label: 'Specialization', column: 'specialization' }, 120),
  experience_years: numberOrNone(
    { label: 'Experience (Years)', column: 'experience_years', logged: 'experience_years' },
    years,
  ),
  hourly_rate: rupeesOrNone(
    { label: 'Hourly Rate', column: 'hourly_rate_in_paise', logged: 'hourly_rate' },
    'Enter an hourly rate of 0 or more, with at most 2 decimal places',
  ),
  bio: textOrNone('text', { label: 'Bio', column: 'bio' }, 2000),
  is_active: flagField({ label: 'Active Instructor', column: 'is_active', logged: 'is_active' }, 1),
}

/** The fields that the public sees. Every other field is for the back office only. */
const { name, email: address, specialization, experience_years, bio, is_active } = instructorFields
const publicFields = { name, email: address, specialization, experience_years, bio, is_active }

export const publicInstructor = z.object({
  id,
  ...shownIn(publicFields),
  role: z.nullable(z.string()),
  description: z.nullable(z.string()),
  highlights: z.array(z.string()),
  /** A file name under `/uploads/`. */
  profile_image: z.nullable(z.string()),
  picture: z.nullable(picture),
  icon: z.nullable(z.string()),
})
export type PublicInstructor = z.output<typeof publicInstructor>

export const adminInstructor = z.extend(publicInstructor, {
  ...shownIn(instructorFields),
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
  summary:
    'List the active instructors. With an admin token, the list has all instructors with every field, page by page.',
  access: 'public',
  query: instructorsQuery,
  response: wrapped(z.array(z.union([adminInstructor, publicInstructor]))),
  readAs: listOrWrapped(inPart(adminInstructor.shape, { id: z.nullish(anyId), name: z.string() })),
  topics: ['instructors'],
  variesByCaller: true,
})

export const instructorImageBytesMax = bytesUnder(10)

export const instructorInput = z.object({
  ...addedIn(instructorFields),
  profile_image: z.nullish(pictureText),
})
export type InstructorInput = z.output<typeof instructorInput>

export const instructorPatch = patchOf(instructorInput.shape)
export type InstructorPatch = z.output<typeof instructorPatch>

const records = recordAt('/api/admin/instructors', 'classes', wrapped(adminInstructor), { hasPicture: true })

/** The form sends this instead of an id if an instructor leaves and no replacement is chosen yet. */
export const nobodyYet = 'nobody'

export const addInstructor = records.adds('Create an instructor', instructorInput)
export const getInstructor = records.reads('Get an instructor for the back office')
export const updateInstructor = records.changes(
  'Change an instructor. Fields that are left out keep their values.',
  instructorPatch,
)
export const deleteInstructor = defineEndpoint('DELETE /api/admin/instructors/:id', {
  summary:
    'Delete an instructor. `replacement` says who takes over the future sessions. The instructor can be restored from the bin.',
  right: 'classes',
  query: z.object({ replacement: z.optional(z.union([z.literal(nobodyYet), recordId('instructor')])) }),
  errors: ['in_use'],
})
