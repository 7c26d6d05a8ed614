import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { customRequestSentences, requestImageBytesMax } from '../../../../contract/custom-requests.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { PictureError, readDataUrl } from '../../../lib/shrink-picture.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { FileField } from '../../../ui/file-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'
import { usePictureChoice } from '../../picture-choice.ts'

/** B§2, B§7: a wish that came by phone or across the counter. */
export function CustomRequestFormDialog({
  open,
  onClose,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const formId = useId()
  const productsId = useId()
  const submission = useSubmissionKey()
  const [productId, setProductId] = useState('')
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const image = usePictureChoice({
    bytesMax: requestImageBytesMax,
    tooLarge: 'Image must be less than 10MB',
  })
  const products = useQuery(query('GET /api/admin/products', { query: { limit: listLimitMax } }))
  const submit = useMutation<unknown, ApiError | PictureError>({
    mutationFn: async () => {
      const imageUrl = image.file ? await readDataUrl(image.file) : null
      const body = { product_id: productId.trim() || null, comment, imageUrl }
      return api('POST /api/admin/custom-requests', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: () => {
      submission.succeeded()
      toast({ title: 'Success', description: 'Custom request submitted', tone: 'success' })
      onSaved()
    },
    onError: (error) => {
      if (error instanceof PictureError) {
        image.showError(error.message)
        toast({ title: 'Error', description: error.message, tone: 'error' })
        return
      }
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to submit custom request', tone: 'error' })
      setErrors(error.fields)
      if (error.status === 431 || error.status === 413 || error.status === 415) image.showError(error.message)
    },
  })
  const refused = submit.error instanceof ApiError && submit.error.status !== 401 ? submit.error : null

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Custom Request"
      formId={formId}
      isDirty={productId !== '' || comment !== '' || image.isChanged}
      isSending={submit.isPending}
      isWaiting={image.isBusy}
      submitLabel="Submit Request"
      sendingLabel="Submitting..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (comment.trim() === '') {
            setErrors({ comment: customRequestSentences.comment })
            event.currentTarget.querySelector('textarea')?.focus()
            return
          }
          setErrors({})
          if (!image.isBusy && !submit.isPending) submit.mutate()
        }}
      >
        <Refusal error={refused} />
        <TextField
          label="Product ID"
          hint="Optional. Begin to type a product’s name and choose it."
          list={productsId}
          maxLength={64}
          value={productId}
          error={errors['product_id'] ?? null}
          onChange={(event) => {
            setProductId(event.target.value)
            setErrors({})
          }}
        />
        <datalist id={productsId}>
          {products.data?.map(({ id, name }) => (
            <option key={id} value={id} label={name} />
          ))}
        </datalist>
        <TextArea
          label="Comment"
          required
          rows={4}
          maxLength={2000}
          value={comment}
          error={errors['comment'] ?? null}
          onChange={(event) => {
            setComment(event.target.value)
            setErrors({})
          }}
        />
        <FileField
          label="Image"
          hint="Under 10MB. JPEG, PNG, WebP or AVIF."
          error={image.error}
          file={image.file}
          onPick={image.pick}
          onRemove={image.remove}
          disabled={image.isBusy || submit.isPending}
        />
      </form>
    </FormDialog>
  )
}
