import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdminInstructor,
  instructorFields,
  instructorImageBytesMax,
  nobodyYet,
} from '../../../../../contract/catalogue/instructors.ts'
import { plural } from '../../../../../contract/plural.ts'
import { counted, formatRupees } from '../../../../../contract/words.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { FactLines, Facts } from '../../../../ui/facts.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { DeleteDialog } from '../../../action-dialog.tsx'
import { useNames } from '../../../batches/batch-form.tsx'
import { addedColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byName, optionsOf } from '../../../list/list-choices.ts'
import { useMailPromise } from '../../../mail-promise.ts'
import type { CardProps, DeleteQuestionProps, ViewProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard, RowCell } from '../../../record-card.tsx'
import { hidden } from '../../../record-columns.tsx'
import { formFields, inRupees, number, orNone } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'

function InstructorCard({ item, facts, actions }: CardProps<AdminInstructor>) {
  return (
    <RecordCard
      name={item.name}
      portrait={portraitOf(item)}
      under={
        <>
          {item.specialization}
          <p className="mt-1">
            <StateBadge {...activeState(item)} />
          </p>
        </>
      }
      actions={actions}
      rowUnder={item.specialization}
      cells={
        <>
          <RowCell top={item.email} under={item.phone} />
          <RowCell className="w-24 !flex-none" top={yearsText(item.experience_years)} />
          <div className="w-24 !flex-none">
            <StateBadge {...activeState(item)} />
          </div>
        </>
      }
    >
      <Facts small facts={[...facts(['Email', 'Phone']), ['Experience', yearsText(item.experience_years)]]} />
    </RecordCard>
  )
}

function InstructorView({ item, facts }: ViewProps<AdminInstructor>) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-5">
        <Picture
          picture={portraitOf(item)}
          alt={`Portrait of ${item.name}`}
          sizes="128px"
          className="size-32 shrink-0 rounded-full"
        />
        <StateBadge {...activeState(item)} />
      </div>
      <FactLines
        facts={[
          ...facts(['Email', 'Phone', 'Specialization'], 'Not set'),
          ['Experience', yearsText(item.experience_years) ?? 'Not set'],
          ['Hourly rate', item.hourly_rate === null ? 'Not set' : formatRupees(item.hourly_rate)],
          ...facts(['Added']),
        ]}
      />
      {item.bio && <p className="whitespace-pre-line wrap-anywhere">{item.bio}</p>}
      {item.highlights.length > 0 && (
        <ul className="list-disc pl-5">
          {item.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const portraitOf = ({ picture, profile_image }: AdminInstructor) => picture ?? imageAddress(profile_image)

const activeState = ({ is_active }: AdminInstructor): StateWords =>
  is_active ? { label: 'Active', tone: 'leaf' } : { label: 'Inactive', tone: 'neutral' }

const yearsText = (years: number | null) => (years === null ? null : counted(years, 'year'))

function InstructorDelete({ item, ...dialog }: DeleteQuestionProps<AdminInstructor>) {
  const [isAsking, setAsking] = useState(false)
  const [replacement, setReplacement] = useState('')
  return (
    <DeleteDialog
      {...dialog}
      // The dialog itself shows the error, with the batches that the instructor teaches, so that no toast is needed.
      failed={isAsking ? null : dialog.failed}
      run={() =>
        api('DELETE /api/admin/instructors/:id', {
          params: { id: item.id },
          query: replacement === '' ? {} : { replacement },
        }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'in_use') setAsking(true)
          throw error
        })
      }
    >
      {isAsking && <Replacement of={item} {...controlled(replacement, setReplacement)} />}
    </DeleteDialog>
  )
}

function Replacement({ of, ...field }: { of: AdminInstructor } & ReturnType<typeof controlled>) {
  const told = useMailPromise()
  const others = useNames('GET /api/instructors').filter(({ value }) => value !== of.id)
  return (
    <SelectField
      label="Who takes over?"
      hint={told('We’ll tell their students.')}
      required
      placeholder="Choose an instructor"
      options={[...others, { value: nobodyYet, label: 'Not decided yet' }]}
      {...field}
    />
  )
}

const years = z
  .string()
  .check(z.regex(/^\s*(?:0?\d{1,2}|100)\s*$/, 'Enter the years of experience, from 0 to 100'))

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
  namedBy: 'name',
  texts: {
    add: 'Add Instructor',
    edit: 'Edit Instructor',
    added: 'Instructor created successfully',
    addFailed: 'Failed to create instructor. Please try again.',
    updated: 'Instructor updated successfully',
    updateFailed: 'Failed to update instructor. Please try again.',
    changed: 'Someone else changed this instructor.',
    keptDraft: 'We’ve kept what you typed for a new instructor.',
    loading: 'Loading instructors…',
    notLoaded: 'We couldn’t load the instructors',
    loadFailed: 'Failed to fetch instructors data',
    refreshed: 'Instructors refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 instructor', other: `${count} instructors` }),
    deleted: () => 'Instructor deleted successfully',
    deleteFailed: 'Failed to delete instructor. Please try again.',
    empty: {
      title: 'No instructors found',
      text: 'Active instructors appear on the About page.',
      add: 'Add First Instructor',
    },
  },
  list: {
    id: 'instructors',
    endpoint: 'GET /api/instructors',
    isPublicToo: true,
    search: { label: 'Search instructors', placeholder: 'Name, e-mail or specialization' },
    states: { filter: 'active', counted: 'instructors' },
    filters: [{ name: 'active', label: 'Status', options: optionsOf({ yes: 'Active', no: 'Inactive' }) }],
    sorts: [
      { value: 'joined', label: 'Oldest first' },
      { value: '-joined', label: 'Newest first' },
      ...byName,
    ],
  },
  // The endpoint also answers the public. A user who has lost the admin role gets public rows, which have no `version`.
  rows: ({ data }) => data.filter((row) => 'version' in row),
  columns: [
    ['name', { header: 'Name', sort: 'name', className: fewWords }],
    ['email', { isFolded: true }],
    ['phone', { isFolded: true }],
    'specialization',
    ['experience_years', { isFolded: true }],
    ...hidden('hourly_rate'),
    ['is_active', stateColumn('Status', activeState)],
    '...',
    { ...addedColumn, isHidden: true },
  ],
  Card: InstructorCard,
  pictureOf: portraitOf,
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
})
