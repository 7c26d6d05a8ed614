import { useId } from 'react'
import { type AdminInstructor, instructorImageBytesMax } from '../../../../contract/instructors.ts'
import { api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { changedFields } from '../../changed-fields.ts'
import { FormDialog } from '../../form-dialog.tsx'
import { usePictureChoice } from '../../picture-choice.ts'
import { useRecordForm } from '../../record-form.tsx'
import {
  fieldLabels,
  formFieldOf,
  formValues,
  type InstructorFormValues,
  instructorBody,
  instructorForm,
} from './instructor-form.ts'
import { findInstructor } from './instructors-query.ts'

/** Under which an unsaved form is kept. */
export const instructorFormName = 'instructor'

/** B§2, B§5: add or edit an instructor. Edit sends what changed, with the version it was read at. */
export function InstructorFormDialog({
  open,
  onClose,
  item,
  draft,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  /** Null for a new instructor. */
  item: AdminInstructor | null
  /** What was typed before the session ended. */
  draft?: InstructorFormValues | null
  onSaved: () => void
}) {
  const formId = useId()
  const isEdit = item !== null
  const picture = usePictureChoice({
    bytesMax: instructorImageBytesMax,
    tooLarge: { description: 'Image must be less than 10MB' },
  })
  const record = useRecordForm<AdminInstructor, InstructorFormValues>({
    name: instructorFormName,
    what: 'instructor',
    item,
    draft,
    rules: instructorForm,
    valuesOf: formValues,
    labels: fieldLabels,
    fieldOf: formFieldOf,
    picture,
    send: (values, base, options, image) => {
      const body = { ...instructorBody(values), ...(image !== undefined && { profile_image: image }) }
      if (base === null) return api('POST /api/admin/instructors', { body }, options)
      const changed = changedFields(instructorBody(formValues(base)), body)
      return api(
        'PUT /api/admin/instructors/:id',
        { params: { id: base.id }, body: { ...changed, version: base.version } },
        options,
      )
    },
    find: findInstructor,
    sentences: {
      added: 'Instructor created successfully',
      addFailed: 'Failed to create instructor. Please try again.',
      updated: 'Instructor updated successfully',
      updateFailed: 'Failed to update instructor. Please try again.',
    },
    onSaved,
  })
  const { form, base, notice, isDirty, isSending, onSubmit } = record
  const field = (name: keyof InstructorFormValues) => ({ label: fieldLabels[name], ...record.field(name) })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Edit Instructor' : 'Add Instructor'}
      description={isEdit ? item.name : undefined}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={picture.isBusy}
      submitLabel={isEdit ? 'Save Changes' : 'Add Instructor'}
      sendingLabel={isEdit ? 'Saving...' : 'Adding...'}
      wide
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField required maxLength={120} autoComplete="off" {...field('name')} />
          <TextField type="email" required maxLength={254} autoComplete="off" {...field('email')} />
          <TextField type="tel" maxLength={30} autoComplete="off" {...field('phone')} />
          <TextField maxLength={120} {...field('specialization')} />
          <NumberField {...field('experience')} />
          <NumberField prefix="₹" step={0.01} {...field('hourlyRate')} />
        </div>
        <TextArea rows={4} maxLength={2000} {...field('bio')} />
        <FileField
          label="Profile Image"
          hint="Under 10MB. JPEG, PNG, WebP or AVIF."
          error={picture.error}
          file={picture.file}
          current={picture.isRemoved ? null : (base?.picture ?? imageAddress(base?.profile_image))}
          onPick={picture.pick}
          onRemove={picture.remove}
          disabled={picture.isBusy || isSending}
        />
        <Checkbox
          label={fieldLabels.isActive}
          hint="Shown on the About page."
          {...form.register('isActive')}
        />
      </form>
    </FormDialog>
  )
}
