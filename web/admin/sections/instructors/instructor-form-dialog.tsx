import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AdminInstructor, instructorImageBytesMax } from '../../../../contract/instructors.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { PictureError, readDataUrl } from '../../../lib/shrink-picture.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'
import { useKeptDraft } from '../../kept-draft.tsx'
import { usePictureChoice } from '../../picture-choice.ts'
import { differences, StaleEdit } from '../../stale-edit.tsx'
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
  const submission = useSubmissionKey()
  const isEdit = item !== null
  // What the instructor was when they were read, or read again after somebody else's change.
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<AdminInstructor | null>(null)
  const image = usePictureChoice({
    bytesMax: instructorImageBytesMax,
    tooLarge: 'Image must be less than 10MB',
  })
  const form = useForm({
    resolver: zodResolver(instructorForm, undefined, { raw: true }),
    defaultValues: formValues(item),
    reValidateMode: 'onSubmit',
  })
  const { register, formState, setValue, setError, setFocus, clearErrors } = form

  useEffect(() => {
    if (!draft) return
    for (const name of Object.keys(draft) as (keyof InstructorFormValues)[]) {
      setValue(name, draft[name], { shouldDirty: true })
    }
  }, [draft, setValue])

  const save = useMutation<unknown, ApiError | PictureError, InstructorFormValues>({
    mutationFn: async (values) => {
      const picture = image.file
        ? { profile_image: await readDataUrl(image.file) }
        : image.isRemoved
          ? { profile_image: null }
          : {}
      const body = { ...instructorBody(values), ...picture }
      const options = { idempotencyKey: submission.keyFor(body) }
      if (base === null) return api('POST /api/admin/instructors', { body }, options)
      return api(
        'PUT /api/admin/instructors/:id',
        {
          params: { id: base.id },
          body: { ...changed(instructorBody(formValues(base)), body), version: base.version },
        },
        options,
      )
    },
    onSuccess: () => {
      submission.succeeded()
      toast({
        title: 'Success',
        description: isEdit ? 'Instructor updated successfully' : 'Instructor created successfully',
        tone: 'success',
      })
      onSaved()
    },
    onError: async (error) => {
      if (error instanceof PictureError) {
        image.showError(error.message)
        toast({ title: 'Error', description: error.message, tone: 'error' })
        return
      }
      if (error.status === 401) return
      toast({
        title: 'Error',
        description: isEdit
          ? 'Failed to update instructor. Please try again.'
          : 'Failed to create instructor. Please try again.',
        tone: 'error',
      })
      // Reading W5: 413 and 431 both mean that the picture is too large.
      if (error.status === 431 || error.status === 413 || error.status === 415) image.showError(error.message)
      const named = Object.entries(error.fields).flatMap(([serverField, message]) => {
        const name = formFieldOf(serverField)
        return name ? [{ name, message }] : []
      })
      for (const { name, message } of named) setError(name, { message })
      if (named[0]) setFocus(named[0].name)
      if (error.code === 'conflict' && base !== null) setTheirs(await findInstructor(base).catch(() => null))
    },
  })
  const refused = save.error instanceof ApiError && save.error.status !== 401 ? save.error : null
  const submit = form.handleSubmit((values) => {
    if (!image.isBusy && !save.isPending) save.mutate(values)
  })

  function settle(fresh: AdminInstructor) {
    setBase(fresh)
    setTheirs(null)
    save.reset()
  }

  const isDirty = formState.isDirty || image.isChanged
  useKeptDraft(instructorFormName, isDirty, () => ({ item: base, values: form.getValues() }))

  const field = (name: keyof InstructorFormValues) => ({
    label: fieldLabels[name],
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message ?? null,
  })
  const isConflict = refused?.code === 'conflict' && theirs !== null && base !== null

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Edit Instructor' : 'Add Instructor'}
      description={isEdit ? item.name : undefined}
      formId={formId}
      isDirty={isDirty}
      isSending={save.isPending}
      isWaiting={image.isBusy}
      submitLabel={isEdit ? 'Save Changes' : 'Add Instructor'}
      sendingLabel={isEdit ? 'Saving...' : 'Adding...'}
      wide
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {isConflict ? (
          <StaleEdit
            what="instructor"
            fields={differences(fieldLabels, formValues(base), formValues(theirs), form.getValues())}
            onTakeTheirs={() => {
              form.reset(formValues(theirs))
              image.reset()
              settle(theirs)
            }}
            onKeepMine={() => {
              form.reset(formValues(theirs), { keepDirtyValues: true })
              settle(theirs)
            }}
          />
        ) : (
          <Refusal error={refused} />
        )}
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
          error={image.error}
          file={image.file}
          current={image.isRemoved ? null : (base?.picture ?? imageAddress(base?.profile_image))}
          onPick={image.pick}
          onRemove={image.remove}
          disabled={image.isBusy || save.isPending}
        />
        <Checkbox label={fieldLabels.isActive} hint="Shown on the About page." {...register('isActive')} />
      </form>
    </FormDialog>
  )
}

/** Reading W3: a PUT merges, so only what was changed is sent. */
function changed<T extends object>(before: Partial<T>, after: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof T] !== value),
  ) as Partial<T>
}
