import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { courseCategories } from '../../../../contract/course-facts.ts'
import type { AdminClass } from '../../../../contract/courses.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { schoolToday } from '../../../lib/school-time.ts'
import { PictureError, readDataUrl } from '../../../lib/shrink-picture.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changedFields } from '../../changed-fields.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'
import { useKeptDraft } from '../../kept-draft.tsx'
import { differences, StaleEdit } from '../../stale-edit.tsx'
import {
  type ClassFormValues,
  classBody,
  classForm,
  classFormName,
  fieldLabels,
  formFieldOf,
  formValues,
  moreFields,
} from './class-form.ts'
import { findClass } from './classes-query.ts'
import { bytesText, useImageChoice } from './image-choice.ts'

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
  const submission = useSubmissionKey()
  const isEdit = item !== null
  // What the class was when it was read, or read again after somebody else's change.
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<AdminClass | null>(null)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const image = useImageChoice(isEdit)
  const form = useForm({
    resolver: zodResolver(classForm, undefined, { raw: true }),
    defaultValues: formValues(item),
    // B§5 as P§5: an error clears when its field is edited; checked again on the next attempt.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { register, formState, setValue, setError, clearErrors, setFocus, control } = form
  const [nextbatch, isUnlimited, category] = useWatch({
    control,
    name: ['nextbatch', 'isUnlimited', 'category'],
  })

  useEffect(() => {
    if (!draft) return
    for (const name of Object.keys(draft) as (keyof ClassFormValues)[]) {
      setValue(name, draft[name], { shouldDirty: true })
    }
  }, [draft, setValue])

  const save = useMutation<unknown, ApiError | PictureError, ClassFormValues>({
    mutationFn: async (values) => {
      const picture = image.file
        ? { image: await readDataUrl(image.file) }
        : image.isRemoved
          ? { image: null }
          : {}
      const body = { ...classBody(values), ...picture }
      const options = { idempotencyKey: submission.keyFor(body) }
      if (base === null) return api('POST /api/admin/AdminClasses/Add', { body }, options)
      const changed = changedFields(classBody(formValues(base)), body)
      return api(
        'PUT /api/admin/AdminClasses/:id',
        {
          params: { id: base.id },
          body: { ...changed, version: base.version },
        },
        options,
      )
    },
    onSuccess: () => {
      submission.succeeded()
      toast({
        title: 'Success',
        description: isEdit ? 'Class updated successfully' : 'Class created successfully',
        tone: 'success',
      })
      onSaved()
    },
    onError: async (error) => {
      if (error instanceof PictureError) {
        image.refuse(error.message)
        toast({ title: 'Error', description: error.message, tone: 'error' })
        return
      }
      if (error.status === 401) return
      toast({
        title: 'Error',
        description: isEdit
          ? 'Failed to update class. Please try again.'
          : 'Failed to create class. Please try again.',
        tone: 'error',
      })
      // Reading W5: both mean that the picture is too large.
      if (error.status === 431 || error.status === 413) image.refuse(error.message || 'Image still too large')
      if (error.status === 415) image.refuse(error.message)
      showRefusals(error.fields)
      if (error.code === 'conflict' && base !== null) setTheirs(await findClass(base).catch(() => null))
    },
  })

  const refused = save.error instanceof ApiError && save.error.status !== 401 ? save.error : null

  /** Server's refusals beside their fields. */
  function showRefusals(fields: Record<string, string>) {
    const named = Object.entries(fields).flatMap(([serverField, message]) => {
      const name = formFieldOf(serverField)
      return name ? [{ name, message }] : []
    })
    for (const { name, message } of named) setError(name, { message })
    focusFirst(named.map(({ name }) => name))
  }

  function focusFirst(names: readonly string[]) {
    const first = fieldOrder.find((name) => names.includes(name))
    if (!first) return
    if ((moreFields as readonly string[]).some((name) => names.includes(name))) setMoreOpen(true)
    // After "More" has unfolded: what is folded away takes no focus.
    requestAnimationFrame(() => setFocus(first))
  }

  const submit = form.handleSubmit(
    (values) => {
      if (!image.isBusy && !save.isPending) save.mutate(values)
    },
    (errors) => focusFirst(Object.keys(errors)),
  )

  function loadTheirs(fresh: AdminClass) {
    form.reset(formValues(fresh))
    image.reset()
    settle(fresh)
  }
  /** What I changed stays, what I did not becomes theirs. */
  function keepMine(fresh: AdminClass) {
    form.reset(formValues(fresh), { keepDirtyValues: true })
    settle(fresh)
  }
  function settle(fresh: AdminClass) {
    setBase(fresh)
    setTheirs(null)
    save.reset()
  }

  const isDirty = formState.isDirty || image.isChanged
  useKeptDraft(classFormName, isDirty, () => ({ item: base, values: form.getValues() }))

  const field = (name: keyof ClassFormValues) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message ?? null,
  })
  const isConflict = refused?.code === 'conflict' && theirs !== null && base !== null

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Edit Class' : 'Add Class'}
      description={isEdit ? item.title : undefined}
      formId={formId}
      isDirty={isDirty}
      isSending={save.isPending}
      isWaiting={image.isBusy}
      submitLabel={isEdit ? 'Save Changes' : 'Add Class'}
      sendingLabel={isEdit ? 'Saving...' : 'Adding...'}
      wide
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {isConflict ? (
          <StaleEdit
            what="class"
            fields={classDifferences(base, theirs, form.getValues())}
            onTakeTheirs={() => loadTheirs(theirs)}
            onKeepMine={() => keepMine(theirs)}
          />
        ) : (
          <Refusal error={refused} />
        )}
        <TextField label="Title" required maxLength={120} {...field('title')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Category" required options={categoriesWith(category)} {...field('category')} />
          <DateField
            label="Next batch date"
            required
            hint={batchHint(base, nextbatch)}
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
          error={image.error}
          file={image.file}
          current={image.isRemoved ? null : (base?.picture ?? imageAddress(base?.image))}
          onPick={image.pick}
          onRemove={image.remove}
          disabled={image.isBusy || save.isPending}
        />
        <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden">
          {image.isBusy && 'Making the picture ready…'}
          {image.file &&
            image.squeezedFrom !== null &&
            `Made smaller: from ${bytesText(image.squeezedFrom)} to ${bytesText(image.file.size)}.`}
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

/** Where focus goes first, from top to bottom. */
const fieldOrder = [
  'title',
  'category',
  'nextbatch',
  'price',
  'duration',
  'sessions',
  'description',
  'features',
  'capacity',
  'startTime',
  'instructor',
  'originalPrice',
] as const

/** A class may carry another category than the two of the form. */
function categoriesWith(current: string): string[] {
  return (courseCategories as readonly string[]).includes(current)
    ? [...courseCategories]
    : [...courseCategories, current]
}

/** Reading S1: what another date will do. */
function batchHint(base: AdminClass | null, day: string): string | undefined {
  if (base?.nextbatch == null) return undefined
  if (base.nextbatch < schoolToday()) return 'The last batch is over: another date begins a new one.'
  if (day === base.nextbatch || base.enrolled === 0) return undefined
  return base.enrolled === 1
    ? 'The student of this batch will be told the new date.'
    : `The ${base.enrolled} students of this batch will be told the new date.`
}

/** What differs between the class as it was read and as it is now; of the picture only that it did. */
function classDifferences(base: AdminClass, theirs: AdminClass, mine: ClassFormValues) {
  const fields = differences(fieldLabels, formValues(base), formValues(theirs), mine)
  if (base.image === theirs.image) return fields
  const before = 'another one'
  return [...fields, { label: 'Picture', before, theirs: theirs.image ? 'a new one' : '', mine: before }]
}
