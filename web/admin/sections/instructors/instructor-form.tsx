import * as z from 'zod/mini'
import {
  type AdminInstructor,
  instructorImageBytesMax,
  instructorInput,
} from '../../../../contract/instructors.ts'
import { api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { FileField } from '../../../ui/file-field.tsx'
import { area, box, inRupees, number, orNone, text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'

const rule = instructorInput.shape
const years = z
  .string()
  .check(
    z.refine(
      (typed) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 100,
      'Experience must be a whole number of years, 0 to 100',
    ),
  )

const fields = {
  name: text('Full Name', rule.name, { required: true, maxLength: 120, autoComplete: 'off' }),
  email: text('Email', rule.email, { type: 'email', required: true, maxLength: 254, autoComplete: 'off' }),
  phone: orNone(text('Phone', rule.phone, { type: 'tel', maxLength: 30, autoComplete: 'off' })),
  specialization: orNone(text('Specialization', rule.specialization, { maxLength: 120 })),
  experience_years: orNone(number('Experience (Years)', years)),
  hourly_rate: orNone(number('Hourly Rate', rule.hourly_rate, inRupees)),
  bio: orNone(area('Bio', rule.bio, { maxLength: 2000 })),
  is_active: box('Active Instructor', { start: true, hint: 'Shown on the About page.' }),
}

function Layout({ input, pictureProps }: FormParts<AdminInstructor, typeof fields>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {input('name')}
        {input('email')}
        {input('phone')}
        {input('specialization')}
        {input('experience_years')}
        {input('hourly_rate')}
      </div>
      {input('bio')}
      <FileField label="Profile Image" hint="Under 10MB. JPEG, PNG, WebP or AVIF." {...pictureProps} />
      {input('is_active')}
    </>
  )
}

export const instructorForm: RecordForm<AdminInstructor, typeof fields> = {
  name: 'instructor',
  what: 'instructor',
  title: 'Instructor',
  wide: true,
  fields,
  picture: {
    name: 'profile_image',
    rules: () => ({
      bytesMax: instructorImageBytesMax,
      tooLarge: { description: 'Image must be less than 10MB' },
    }),
    of: ({ picture, profile_image }) => picture ?? imageAddress(profile_image),
  },
  add: (body, options) => api('POST /api/admin/instructors', { body }, options),
  update: ({ id }, body, options) => api('PUT /api/admin/instructors/:id', { params: { id }, body }, options),
  find: async ({ id }) => (await api('GET /api/admin/instructors/:id', { params: { id } })).data,
  sentences: {
    added: 'Instructor created successfully',
    addFailed: 'Failed to create instructor. Please try again.',
    updated: 'Instructor updated successfully',
    updateFailed: 'Failed to update instructor. Please try again.',
  },
  Layout,
}
