import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import {
  type OfficeTiming,
  type OfficeTimingInput,
  officeDays,
  officeTimingInput,
} from '../../../../contract/office-hours.ts'
import { api } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { useRecordForm } from '../../record-form-hook.tsx'
import { RecordHistory } from '../../record-history.tsx'

/** Under which an unsaved form is kept. */
export const officeHoursFormName = 'office-hours'

export interface OfficeHoursValues {
  office_day: string
  open_time: string
  close_time: string
  is_holiday: boolean
}

async function findHours({ id }: OfficeTiming): Promise<OfficeTiming | null> {
  const rows = answerRows<OfficeTiming>(await api('GET /api/office-timing'))
  return rows.find((one) => one.id === id) ?? null
}

/** B§5: day, opening and closing time, holiday. Adding a day that has hours replaces them (reading B7). */
export function OfficeHoursDialog({
  open,
  onClose,
  item,
  draft,
  firstFreeDay,
  takenDays,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  item: OfficeTiming | null
  draft: OfficeHoursValues | undefined
  /** What the day of a new row begins with; empty where all have hours. */
  firstFreeDay: string
  takenDays: readonly string[]
  onSaved: () => void
}) {
  const formId = useId()
  const { form, field, notice, isDirty, isSending, onSubmit } = useRecordForm<
    OfficeTiming,
    OfficeHoursValues
  >({
    name: officeHoursFormName,
    what: 'day',
    item,
    draft,
    rules: officeTimingInput as z.ZodMiniType<unknown, OfficeHoursValues>,
    valuesOf: (row) => ({
      office_day: row?.office_day ?? firstFreeDay,
      open_time: row?.open_time ?? '09:00',
      close_time: row?.close_time ?? '18:00',
      is_holiday: row?.is_holiday ?? false,
    }),
    labels: {
      office_day: 'Day',
      open_time: 'Opening time',
      close_time: 'Closing time',
      is_holiday: 'Holiday',
    },
    send: (values, base, options) => {
      // The rules have seen that the day is one.
      const body = values as OfficeTimingInput
      return base === null
        ? api('POST /api/admin/office-timing', { body }, options)
        : api(
            'PUT /api/admin/office-timing/:id',
            { params: { id: base.id }, body: { ...body, version: base.version } },
            options,
          )
    },
    find: findHours,
    sentences: {
      added: 'Office hours added successfully',
      addFailed: 'Failed to add office hours. Please try again.',
      updated: 'Office hours updated successfully',
      updateFailed: 'Failed to update office hours',
    },
    onSaved,
  })
  const [day, isHoliday] = useWatch({ control: form.control, name: ['office_day', 'is_holiday'] })
  const replaces = item === null && takenDays.includes(day)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={item === null ? 'Add Office Hours' : 'Edit Office Hours'}
      description={item?.office_day}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel={item === null ? 'Add Office Hours' : 'Save Changes'}
      sendingLabel={item === null ? 'Adding...' : 'Saving...'}
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <SelectField
          label="Day"
          required
          placeholder="Choose a day"
          options={officeDays}
          hint={replaces ? `${day} has hours already: these take their place.` : undefined}
          {...field('office_day')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Opening time" type="time" required {...field('open_time')} />
          <TextField label="Closing time" type="time" required {...field('close_time')} />
        </div>
        <Checkbox
          label="Holiday"
          hint={isHoliday ? 'Shown as Closed; the times are kept for later.' : undefined}
          {...form.register('is_holiday', { onChange: () => form.clearErrors('close_time') })}
        />
        {item !== null && <RecordHistory kind="office-hours" id={item.id} />}
      </form>
    </FormDialog>
  )
}
