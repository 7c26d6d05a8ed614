import * as z from 'zod/mini'
import { instructorFields, instructorImageBytesMax } from '../../../../../contract/catalogue/instructors.ts'
import { addedColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byName, optionsOf } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { formFields, inRupees, number, orNone } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'
import {
  activeState,
  InstructorCard,
  InstructorDelete,
  InstructorView,
  portraitOf,
} from './instructor-card.tsx'

const years = z
  .string()
  .check(z.regex(/^\s*(?:0?\d{1,2}|100)\s*$/, 'Experience must be a whole number of years, 0 to 100'))

const fields = formFields(
  instructorFields,
  {
    name: { label: 'Full Name', autoComplete: 'off' },
    email: { type: 'email', maxLength: 254, autoComplete: 'off' },
    phone: { type: 'tel', autoComplete: 'off' },
    is_active: { hint: 'Shown on the About page.' },
  },
  {
    experience_years: orNone(number('Experience (Years)', years)),
    hourly_rate: orNone(number('Hourly Rate', instructorFields.hourly_rate.rule, inRupees)),
  },
)

export default recordSection({
  kind: 'instructor',
  calls: callsOf('/api/admin/instructors', 'edit', 'find'),
  names: ['instructor', 'instructors'],
  namedBy: 'name',
  list: {
    endpoint: 'GET /api/instructors',
    isPublicToo: true,
    filters: [{ name: 'active', label: 'Status', options: optionsOf({ yes: 'Active', no: 'Inactive' }) }],
    sorts: [
      { value: 'joined', label: 'Oldest first' },
      { value: '-joined', label: 'Newest first' },
      ...byName,
    ],
    failed: 'Failed to fetch instructors data',
  },
  // The path answers the public too: a user who is no longer an admin gets only the public's fields.
  rows: ({ data }) => data.filter((row) => 'version' in row),
  columns: [
    ['name', { header: 'Name', sort: 'name', className: fewWords }],
    'email',
    'phone',
    'specialization',
    'experience_years',
    ...hidden('hourly_rate'),
    ['is_active', stateColumn('Status', activeState)],
    '...',
    { ...addedColumn, isHidden: true },
  ],
  Card: InstructorCard,
  View: InstructorView,
  DeleteQuestion: InstructorDelete,
  form: {
    wide: true,
    fields,
    lines: [
      ['name', 'email', 'phone', 'specialization', 'experience_years', 'hourly_rate'],
      'bio',
      'picture',
      'is_active',
    ],
    picture: {
      name: 'profile_image',
      label: 'Profile Image',
      bytesMax: instructorImageBytesMax,
      of: portraitOf,
    },
  },
  empty: { text: 'Add the first instructor; who is active appears on the About page.' },
})
