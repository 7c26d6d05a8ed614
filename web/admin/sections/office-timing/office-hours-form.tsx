import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type OfficeTiming, officeDays, officeTimingInput } from '../../../../contract/office-hours.ts'
import { api } from '../../../lib/api.ts'
import { answerRows } from '../../list/answer-rows.ts'
import { box, choice, text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'

type Day = OfficeTiming['office_day']

// The rules of all fields together are the contract's.
const attributes = { type: 'time', required: true }
const time = (label: string, start: string) => ({ ...text(label, z.string(), attributes), start })

const fields = {
  office_day: choice<Day>('Day', officeDays, { required: true, placeholder: 'Choose a day' }),
  open_time: time('Opening time', '09:00'),
  close_time: time('Closing time', '18:00'),
  is_holiday: { ...box('Holiday'), clears: 'close_time' },
}

function Layout({ input, form, base, rows }: FormParts<OfficeTiming, typeof fields>) {
  const [day, isHoliday] = useWatch({ control: form.control, name: ['office_day', 'is_holiday'] })
  const replaces = base === null && rows.some(({ office_day }) => office_day === day)
  return (
    <>
      {input('office_day', { hint: replaces && `${day} has hours already: these take their place.` })}
      <div className="grid gap-5 sm:grid-cols-2">
        {input('open_time')}
        {input('close_time')}
      </div>
      {input('is_holiday', { hint: isHoliday && 'Shown as Closed; the times are kept for later.' })}
    </>
  )
}

/** Adding a day that has hours replaces them. */
export const officeHoursForm: RecordForm<OfficeTiming, typeof fields> = {
  name: 'office-hours',
  what: 'day',
  title: 'Office Hours',
  fields,
  rules: officeTimingInput,
  // Empty where all days have hours.
  useStart: (rows) => ({
    office_day: officeDays.find((day) => !rows.some(({ office_day }) => office_day === day)) ?? '',
  }),
  add: (body, options) => api('POST /api/admin/office-timing', { body }, options),
  update: ({ id }, body, options) =>
    api('PUT /api/admin/office-timing/:id', { params: { id }, body }, options),
  find: async ({ id }) =>
    answerRows<OfficeTiming>(await api('GET /api/office-timing')).find((one) => one.id === id) ?? null,
  sentences: {
    added: 'Office hours added successfully',
    addFailed: 'Failed to add office hours. Please try again.',
    updated: 'Office hours updated successfully',
    updateFailed: 'Failed to update office hours',
  },
  Layout,
}
