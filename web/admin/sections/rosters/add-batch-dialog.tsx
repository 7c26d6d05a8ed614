import * as z from 'zod/mini'
import { courseDefaults } from '../../../../contract/course-facts.ts'
import type { RosterBatch } from '../../../../contract/rosters.ts'
import { api } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SentDialog } from '../../form-dialog.tsx'

const rules = z
  .object({
    day: z.string().check(z.minLength(1, 'Please choose a day')),
    time: z.string(),
    capacity: z.string(),
    isUnlimited: z.boolean(),
  })
  .check(
    z.refine(({ capacity, isUnlimited }) => isUnlimited || /^0*[1-9]\d*$/.test(capacity), {
      path: ['capacity'],
      error: 'Capacity must be a whole number of 1 or more',
    }),
  )

export function AddBatchDialog({
  courseId,
  courseTitle,
  onAdded,
  ...dialog
}: Openable & { courseId: string; courseTitle: string; onAdded: (batch: RosterBatch) => void }) {
  return (
    <SentDialog
      {...dialog}
      title="Add a batch"
      description={courseTitle}
      isToldAbove
      submitLabel="Add the batch"
      sendingLabel="Adding..."
      rules={rules}
      defaults={{ day: '', time: '', capacity: String(courseDefaults.capacity), isUnlimited: false }}
      send={({ day, time, capacity, isUnlimited }, keyed) => {
        const body = { courseId, day, time: time || null, capacity: isUnlimited ? null : Number(capacity) }
        return api('POST /api/admin/batches', { body }, keyed(body))
      }}
      done={{ title: 'Batch added' }}
      onSent={({ data }) => onAdded(data)}
    >
      {(field, { form }) => (
        <>
          <TextField type="date" label="Day" required {...field('day')} />
          <TextField label="Start time" type="time" hint="School time (optional)" {...field('time')} />
          <NumberField label="Capacity" min={1} {...field('capacity')} disabled={form.watch('isUnlimited')} />
          <Checkbox label="Unlimited" {...field('isUnlimited', 'capacity')} />
        </>
      )}
    </SentDialog>
  )
}
