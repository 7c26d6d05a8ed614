import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { courseCategories } from '../../../../contract/course-facts.ts'
import { type AdminClass, classImageBytesMax } from '../../../../contract/courses.ts'
import { api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { changedFields } from '../../changed-fields.ts'
import { FormDialog } from '../../form-dialog.tsx'
import { usePictureChoice } from '../../picture-choice.ts'
import { useRecordForm } from '../../record-form-hook.tsx'
import type { FieldDifference } from '../../stale-edit.tsx'
import {
  type ClassFormValues,
  classBody,
  classForm,
  classFormName,
  editedImageBytesMax,
  fieldLabels,
  formFieldOf,
  formValues,
  moreFields,
} from './class-form.ts'
import { findClass } from './classes-query.ts'

export interface ClassFormDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new class. */
  item: AdminClass | null
  /** What was typed before the session ended. */
  draft?: ClassFormValues | null
  onSaved: () => void
}

/** B§5: add or edit a class. Edit sends what changed, with the version it was read at. */
export function ClassFormDialog({ open, onClose, item, draft, onSaved }: ClassFormDialogProps) {
  const formId = useId()
  const today = useSchoolToday()
  const isEdit = item !== null
  const [isMoreOpen, setMoreOpen] = useState(false)
  // B§5: under 5 MB; on edit it is squeezed to 0.1 MB.
  const picture = usePictureChoice({
    bytesMax: classImageBytesMax,
    sentBytesMax: isEdit ? editedImageBytesMax : classImageBytesMax,
    tooLarge: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
    unreadable: { title: 'Upload failed', description: 'Failed to process image. Please try again.' },
  })
  const { form, base, field, notice, isDirty, isSending, onSubmit } = useRecordForm<
    AdminClass,
    ClassFormValues
  >({
    name: classFormName,
    what: 'class',
    item,
    draft,
    rules: classForm,
    valuesOf: formValues,
    labels: fieldLabels,
    fieldOf: formFieldOf,
    reveal: (names) => {
      if (moreFields.some((name) => names.includes(name))) setMoreOpen(true)
    },
    picture,
    send: (values, before, options, image) => {
      const body = { ...classBody(values), ...(image !== undefined && { image }) }
      if (before === null) return api('POST /api/admin/AdminClasses/Add', { body }, options)
      const changed = changedFields(classBody(formValues(before)), body)
      return api(
        'PUT /api/admin/AdminClasses/:id',
        { params: { id: before.id }, body: { ...changed, version: before.version } },
        options,
      )
    },
    find: findClass,
    differsBeyond: pictureDiffers,
    sentences: {
      added: 'Class created successfully',
      addFailed: 'Failed to create class. Please try again.',
      updated: 'Class updated successfully',
      updateFailed: 'Failed to update class. Please try again.',
    },
    onSaved,
  })
  const { register, clearErrors, control } = form
  const [nextbatch, isUnlimited, category] = useWatch({
    control,
    name: ['nextbatch', 'isUnlimited', 'category'],
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Edit Class' : 'Add Class'}
      description={isEdit ? item.title : undefined}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={picture.isBusy}
      submitLabel={isEdit ? 'Save Changes' : 'Add Class'}
      sendingLabel={isEdit ? 'Saving...' : 'Adding...'}
      wide
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <TextField label="Title" required maxLength={120} {...field('title')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Category" required options={categoriesWith(category)} {...field('category')} />
          <DateField
            label="Next batch date"
            required
            hint={batchHint(base, nextbatch, today)}
            {...field('nextbatch')}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-3">
          <NumberField label="Price (₹)" required prefix="₹" step={0.01} {...field('price')} />
          <TextField label="Duration" required placeholder="3 hours" maxLength={60} {...field('duration')} />
          <NumberField label="Sessions" required min={1} {...field('sessions')} />
        </div>
        <TextArea label="Description" required rows={4} {...field('description')} />
        <TextArea
          label="Features"
          hint="One per line. Shown as “What you'll learn”."
          rows={4}
          {...field('features')}
        />
        <FileField
          label="Image"
          hint={
            isEdit
              ? 'Under 5MB; it is made smaller before it is sent. JPEG, PNG, WebP or AVIF.'
              : 'Under 5MB. JPEG, PNG, WebP or AVIF.'
          }
          error={picture.error}
          file={picture.file}
          current={picture.isRemoved ? null : (base?.picture ?? imageAddress(base?.image))}
          onPick={picture.pick}
          onRemove={picture.remove}
          disabled={picture.isBusy || isSending}
        />
        <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden">
          {picture.isBusy && 'Making the picture ready…'}
          {picture.file &&
            picture.squeezedFrom !== null &&
            `Made smaller: from ${bytesText(picture.squeezedFrom)} to ${bytesText(picture.file.size)}.`}
        </p>
        <details
          open={isMoreOpen}
          onToggle={(event) => setMoreOpen(event.currentTarget.open)}
          className="rounded-sm border border-line"
        >
          <summary className="flex min-h-12 items-center px-4 font-bold">
            <span className="flex-1">More</span>
            <span className="text-sm font-normal text-ink-soft">Seats, instructor, start time…</span>
          </summary>
          <div className="grid gap-5 border-t border-line p-4 sm:grid-cols-2">
            <div>
              <NumberField
                label="Capacity"
                hint="Seats in the next batch"
                min={1}
                disabled={isUnlimited}
                {...field('capacity')}
              />
              <Checkbox
                label="Unlimited"
                {...register('isUnlimited', { onChange: () => clearErrors('capacity') })}
              />
            </div>
            <TextField
              label="Start time"
              type="time"
              hint="When the batch begins, school time"
              {...field('startTime')}
            />
            <TextField label="Instructor" maxLength={120} {...field('instructor')} />
            <NumberField label="Original price (₹)" prefix="₹" step={0.01} {...field('originalPrice')} />
            <Checkbox
              label="Popular"
              hint="Marks the class with a badge."
              className="sm:col-span-2"
              {...register('isPopular')}
            />
          </div>
        </details>
      </form>
    </FormDialog>
  )
}

/** A class may carry another category than the two of the form. */
function categoriesWith(current: string): string[] {
  return (courseCategories as readonly string[]).includes(current)
    ? [...courseCategories]
    : [...courseCategories, current]
}

/** Reading S1: what another date will do. */
function batchHint(base: AdminClass | null, day: string, today: string): string | undefined {
  if (base?.nextbatch == null) return undefined
  if (base.nextbatch < today) return 'The last batch is over: another date begins a new one.'
  if (day === base.nextbatch || base.enrolled === 0) return undefined
  return base.enrolled === 1
    ? 'The student of this batch will be told the new date.'
    : `The ${base.enrolled} students of this batch will be told the new date.`
}

/** Of a picture that somebody else changed, that they did. */
function pictureDiffers(base: AdminClass, theirs: AdminClass): FieldDifference[] {
  if (base.image === theirs.image) return []
  const before = 'another one'
  return [{ label: 'Picture', before, theirs: theirs.image ? 'a new one' : '', mine: before }]
}

/** `98 kB`, `3.2 MB`. */
function bytesText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
