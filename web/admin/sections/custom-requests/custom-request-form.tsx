import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import {
  type CustomRequest,
  customRequestForm as contractForm,
  requestImageBytesMax,
} from '../../../../contract/custom-requests.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { FileField } from '../../../ui/file-field.tsx'
import { area, orNone, text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'

const fields = {
  // The server checks whether there is such a product.
  product_id: orNone(
    text('Product ID', z.string(), {
      hint: 'Optional. Begin to type a product’s name and choose it.',
      maxLength: 64,
    }),
  ),
  comment: area('Comment', contractForm.shape.comment, { required: true, maxLength: 2000 }),
}

function Layout({ input, pictureProps }: FormParts<CustomRequest, typeof fields>) {
  const productsId = useId()
  const products = useQuery(query('GET /api/admin/products', { query: { limit: listLimitMax } }))
  return (
    <>
      {input('product_id', { list: productsId })}
      <datalist id={productsId}>
        {products.data?.map(({ id, name }) => (
          <option key={id} value={id} label={name} />
        ))}
      </datalist>
      {input('comment')}
      <FileField label="Image" hint="Under 10MB. JPEG, PNG, WebP or AVIF." {...pictureProps} />
    </>
  )
}

export const customRequestForm: RecordForm<CustomRequest, typeof fields> = {
  name: 'custom-request',
  what: 'request',
  title: 'Custom Request',
  submit: ['Submit Request', 'Submitting...'],
  fields,
  picture: {
    name: 'imageUrl',
    rules: () => ({
      bytesMax: requestImageBytesMax,
      tooLarge: { description: 'Image must be less than 10MB' },
    }),
    of: () => null,
  },
  add: (body, options) => api('POST /api/admin/custom-requests', { body }, options),
  sentences: { added: 'Custom request submitted', addFailed: 'Failed to submit custom request' },
  Layout,
}
