import { useState } from 'react'
import { type AdminInstructor, nobodyYet } from '../../../../../contract/catalogue/instructors.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { SelectField } from '../../../../ui/select-field.tsx'
import { useNames } from '../../../batches/batch-form.tsx'
import { DeleteDialog } from '../../../deed-dialog.tsx'
import type { DeleteQuestionProps } from '../../../record.ts'

export function InstructorDelete({ item, ...dialog }: DeleteQuestionProps<AdminInstructor>) {
  const [isAsking, setAsking] = useState(false)
  const [replacement, setReplacement] = useState('')
  return (
    <DeleteDialog
      {...dialog}
      // The refusal stands above the question and says what they teach, so no toast is needed.
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
  const others = useNames('GET /api/instructors').filter(({ value }) => value !== of.id)
  return (
    <SelectField
      label="Who takes over?"
      hint="Their students are told."
      required
      placeholder="Please choose"
      options={[...others, { value: nobodyYet, label: 'Not known yet' }]}
      {...field}
    />
  )
}
