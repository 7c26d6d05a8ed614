import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { customRequestForm, requestImageBytesMax } from '../../../../contract/custom-requests.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { FileField } from '../../../ui/file-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { usePictureChoice } from '../../picture-choice.ts'
import { useRecordForm } from '../../record-form-hook.tsx'

/** Under which an unsaved form is kept. */
export const customRequestFormName = 'custom-request'

export interface CustomRequestValues {
  product_id: string
  comment: string
}

// Whether there is such a product, the server says.
const rules = z.object({ product_id: z.string(), comment: customRequestForm.shape.comment })

/** B§2, B§7: a wish that came by phone or across the counter. */
export function CustomRequestFormDialog({
  open,
  onClose,
  draft,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  /** What was typed before the session ended. */
  draft: CustomRequestValues | undefined
  onSaved: () => void
}) {
  const formId = useId()
  const productsId = useId()
  const picture = usePictureChoice({
    bytesMax: requestImageBytesMax,
    tooLarge: { description: 'Image must be less than 10MB' },
  })
  const products = useQuery(query('GET /api/admin/products', { query: { limit: listLimitMax } }))
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<null, CustomRequestValues>({
    name: customRequestFormName,
    what: 'request',
    item: null,
    draft,
    rules: rules as z.ZodMiniType<unknown, CustomRequestValues>,
    valuesOf: () => ({ product_id: '', comment: '' }),
    labels: { product_id: 'Product ID', comment: 'Comment' },
    picture,
    send: ({ product_id, comment }, _base, options, image) => {
      const body = { product_id: product_id.trim() || null, comment, imageUrl: image ?? null }
      return api('POST /api/admin/custom-requests', { body }, options)
    },
    sentences: {
      added: 'Custom request submitted',
      addFailed: 'Failed to submit custom request',
      updated: '',
      updateFailed: '',
    },
    onSaved,
  })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Custom Request"
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={picture.isBusy}
      submitLabel="Submit Request"
      sendingLabel="Submitting..."
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        {notice}
        <TextField
          label="Product ID"
          hint="Optional. Begin to type a product’s name and choose it."
          list={productsId}
          maxLength={64}
          {...field('product_id')}
        />
        <datalist id={productsId}>
          {products.data?.map(({ id, name }) => (
            <option key={id} value={id} label={name} />
          ))}
        </datalist>
        <TextArea label="Comment" required rows={4} maxLength={2000} {...field('comment')} />
        <FileField
          label="Image"
          hint="Under 10MB. JPEG, PNG, WebP or AVIF."
          error={picture.error}
          file={picture.file}
          onPick={picture.pick}
          onRemove={picture.remove}
          disabled={picture.isBusy || isSending}
        />
      </form>
    </FormDialog>
  )
}
