import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { courseDefaults } from '../../../../contract/course-facts.ts'
import type { RosterBatch } from '../../../../contract/rosters.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

const blank = { day: '', time: '', capacity: String(courseDefaults.capacity), isUnlimited: false }

/** A run of a class beside those it has. */
export function AddBatchDialog({
  open,
  onClose,
  courseId,
  courseTitle,
  onAdded,
}: {
  open: boolean
  onClose: () => void
  courseId: string
  courseTitle: string
  onAdded: (batch: RosterBatch) => void
}) {
  const formId = useId()
  const submission = useSubmissionKey()
  const [typed, setTyped] = useState(blank)
  const [missing, setMissing] = useState<{ day?: string; capacity?: string }>({})
  const add = useMutation<{ data: RosterBatch }, ApiError>({
    mutationFn: () => {
      const body = {
        courseId,
        day: typed.day,
        time: typed.time || null,
        capacity: typed.isUnlimited ? null : Number(typed.capacity),
      }
      return api('POST /api/admin/batches', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: ({ data }) => {
      submission.succeeded()
      toast({ title: 'Batch added', tone: 'success' })
      onAdded(data)
    },
  })
  const change = (changes: Partial<typeof blank>) => {
    setTyped({ ...typed, ...changes })
    setMissing({})
    if (add.isError) add.reset()
  }
  function submit() {
    if (add.isPending) return
    const capacity = Number(typed.capacity)
    const wrong = {
      ...(typed.day === '' ? { day: 'Please choose a day' } : {}),
      ...(typed.isUnlimited || (Number.isInteger(capacity) && capacity >= 1)
        ? {}
        : { capacity: 'Capacity must be a whole number of 1 or more' }),
    }
    setMissing(wrong)
    if (Object.keys(wrong).length === 0) add.mutate()
  }
  const { fields = {} } = add.error ?? {}
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add a batch"
      description={courseTitle}
      formId={formId}
      isDirty={JSON.stringify(typed) !== JSON.stringify(blank)}
      isSending={add.isPending}
      submitLabel="Add the batch"
      sendingLabel="Adding..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refusal error={add.error?.status === 401 ? null : add.error} />
        <DateField
          label="Day"
          required
          value={typed.day}
          error={missing.day ?? fields.day ?? null}
          onChange={(event) => change({ day: event.target.value })}
        />
        <TextField
          label="Start time"
          type="time"
          hint="School time (optional)"
          value={typed.time}
          error={fields.time ?? null}
          onChange={(event) => change({ time: event.target.value })}
        />
        <NumberField
          label="Capacity"
          min={1}
          disabled={typed.isUnlimited}
          value={typed.capacity}
          error={missing.capacity ?? fields.capacity ?? null}
          onChange={(event) => change({ capacity: event.target.value })}
        />
        <Checkbox
          label="Unlimited"
          checked={typed.isUnlimited}
          onChange={(event) => change({ isUnlimited: event.target.checked })}
        />
      </form>
    </FormDialog>
  )
}
