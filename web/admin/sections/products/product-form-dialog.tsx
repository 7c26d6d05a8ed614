import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { AdminProduct } from '../../../../contract/products.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Note } from '../../../ui/note.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changedFields } from '../../changed-fields.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'
import { useKeptDraft } from '../../kept-draft.tsx'
import { differences, StaleEdit } from '../../stale-edit.tsx'
import { CategoryField } from './category-field.tsx'
import { ImageSlots } from './image-slots.tsx'
import {
  clampStock,
  customChoices,
  fieldLabels,
  formFieldOf,
  formValues,
  type ProductFormValues,
  productBody,
  productForm,
  productFormName,
  stockStatuses,
} from './product-form.ts'
import { useProductImages } from './product-images.ts'

export interface ProductFormDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new product. */
  item: AdminProduct | null
  /** What was typed before the session ended. */
  draft?: ProductFormValues | null
  /** Something of it is stored; the dialog may still be open, with pictures that could not be sent. */
  onStored: () => void
  onSaved: () => void
}

/** B§5: add or edit a product. Its words go first, then each picture in a call of its own. */
export function ProductFormDialog({ open, onClose, item, draft, onStored, onSaved }: ProductFormDialogProps) {
  const formId = useId()
  const submission = useSubmissionKey()
  const isEdit = item !== null
  // What is stored: as it was read, as it was saved, or read again after somebody else's change.
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<AdminProduct | null>(null)
  const images = useProductImages(base)
  const form = useForm({
    resolver: zodResolver(productForm, undefined, { raw: true }),
    defaultValues: formValues(item),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { register, formState, setValue, setError, clearErrors, setFocus, control } = form

  useEffect(() => {
    if (!draft) return
    for (const name of Object.keys(draft) as (keyof ProductFormValues)[]) {
      setValue(name, draft[name], { shouldDirty: true })
    }
  }, [draft, setValue])

  const save = useMutation<{ hasFailed: boolean }, ApiError, ProductFormValues>({
    mutationFn: async (values) => {
      const saved = await saveWords(values)
      const { product, hasFailed } = await images.send(saved)
      setBase(product)
      return { hasFailed }
    },
    onSuccess: ({ hasFailed }) => {
      // Its words are safe; the pictures that could not be sent wait in the dialog for another try.
      if (hasFailed) return onStored()
      images.reset()
      toast({
        title: 'Success',
        description: isEdit ? 'Product updated successfully' : 'Product created successfully with images',
        tone: 'success',
      })
      onSaved()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status === 401) return
      toast({
        title: 'Error',
        description: isEdit
          ? 'Failed to update product. Please try again.'
          : 'Failed to create product. Please try again.',
        tone: 'error',
      })
      showRefusals(error.fields)
      if (error.code === 'conflict' && base !== null) {
        const read = api('GET /api/admin/products/:id', { params: { id: base.id } })
        setTheirs(await read.catch(() => null))
      }
    },
  })

  async function saveWords(values: ProductFormValues): Promise<AdminProduct> {
    const body = productBody(values)
    if (base === null) {
      const options = { idempotencyKey: submission.keyFor(body) }
      const added = await api('POST /api/admin/products', { body }, options)
      submission.succeeded()
      settle(added)
      return added
    }
    const changed = changedFields(productBody(formValues(base)), body)
    if (Object.keys(changed).length === 0) return base
    const updated = await api('PUT /api/admin/products/:id', {
      params: { id: base.id },
      body: { ...changed, version: base.version },
    })
    settle(updated)
    return updated
  }

  const refused = save.error instanceof ApiError && save.error.status !== 401 ? save.error : null

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
    if (first) setFocus(first)
  }

  const submit = form.handleSubmit(
    (values) => {
      if (!images.isPreparing && !save.isPending) save.mutate(values)
    },
    (errors) => focusFirst(Object.keys(errors)),
  )

  function settle(stored: AdminProduct) {
    setBase(stored)
    form.reset(formValues(stored))
  }
  function loadTheirs(fresh: AdminProduct) {
    settle(fresh)
    images.reset()
    setTheirs(null)
    save.reset()
  }
  /** What I changed stays, what I did not becomes theirs. */
  function keepMine(fresh: AdminProduct) {
    form.reset(formValues(fresh), { keepDirtyValues: true })
    setBase(fresh)
    setTheirs(null)
    save.reset()
  }

  const isDirty = formState.isDirty || images.isChanged
  useKeptDraft(productFormName, isDirty, () => ({ item: base, values: form.getValues() }))

  const field = (name: keyof ProductFormValues) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message ?? null,
  })
  const isConflict = refused?.code === 'conflict' && theirs !== null && base !== null
  const isStoredNew = !isEdit && base !== null

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Edit Product' : 'Add Product'}
      description={isEdit ? item.name : undefined}
      formId={formId}
      isDirty={isDirty}
      isSending={save.isPending}
      isWaiting={images.isPreparing}
      submitLabel={isEdit || isStoredNew ? 'Save Changes' : 'Add Product'}
      sendingLabel={isEdit || isStoredNew ? 'Saving...' : 'Adding...'}
      wide
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {isConflict ? (
          <StaleEdit
            what="product"
            fields={productDifferences(base, theirs, form.getValues())}
            onTakeTheirs={() => loadTheirs(theirs)}
            onKeepMine={() => keepMine(theirs)}
          />
        ) : (
          <Refusal error={refused} />
        )}
        {isStoredNew && save.isSuccess && (
          <Note tone="warning" role="alert" title="The product is saved, but not all of its images.">
            Try again with Save Changes, or take the image away.
          </Note>
        )}
        <TextField label="Name" required maxLength={120} {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-3">
          <NumberField label="Price (₹)" required prefix="₹" step={0.01} {...field('price')} />
          <NumberField
            label="Stock quantity"
            required
            {...field('stock')}
            {...register('stock', {
              onChange: (event: { target: { value: string } }) => {
                clearErrors('stock')
                const clamped = clampStock(event.target.value)
                if (clamped !== event.target.value) setValue('stock', clamped, { shouldDirty: true })
              },
            })}
          />
          <SelectField label="Stock status" options={stockStatuses} {...field('stockStatus')} />
        </div>
        <TextArea label="Description" required rows={4} {...field('description')} />
        <Controller
          control={control}
          name="categories"
          render={({ field: { value, onChange }, fieldState }) => (
            <CategoryField
              value={value}
              isText={isEdit}
              error={fieldState.error?.message ?? null}
              onChange={(next) => {
                clearErrors('categories')
                onChange(next)
              }}
            />
          )}
        />
        <ImageSlots images={images} disabled={save.isPending} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Custom"
            hint="Whether customers may ask for it in their own way"
            options={customChoices}
            {...field('custom')}
          />
          <TextField
            label="Custom label"
            hint="What they may choose, e.g. Ribbon colour"
            maxLength={60}
            {...field('customLabel')}
          />
        </div>
        <Checkbox
          label="Featured"
          hint="Stands first in the shop, with a badge."
          {...register('isFeatured')}
        />
      </form>
    </FormDialog>
  )
}

/** Where focus goes first, from top to bottom. */
const fieldOrder = ['name', 'price', 'stock', 'description', 'customLabel'] as const

/** What differs between the product as it was read and as it is now; of its pictures only that they do. */
function productDifferences(base: AdminProduct, theirs: AdminProduct, mine: ProductFormValues) {
  const fields = differences(fieldLabels, formValues(base), formValues(theirs), mine)
  const picturesOf = (product: AdminProduct) => JSON.stringify(product.pictures)
  if (picturesOf(base) === picturesOf(theirs)) return fields
  const before = 'as they were'
  return [...fields, { label: 'Images', before, theirs: 'changed', mine: before }]
}
