import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { shortened } from '../../../../../contract/graphemes.ts'
import {
  type CustomRequest,
  customRequestForm,
  requestImageBytesMax,
} from '../../../../../contract/people/custom-requests.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { FileField } from '../../../../ui/file-field.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { emailColumn, fewWords, momentColumn } from '../../../list/columns.tsx'
import { byAge } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { area, choice, orNone } from '../../../record-fields.tsx'
import type { FormParts } from '../../../record-form.tsx'
import { recordSection } from '../../../record-section.tsx'
import { CustomRequestCard, pictureOf } from './custom-request-card.tsx'

const fields = {
  // The server checks that the product exists.
  product_id: orNone(choice('Product', [], { start: '', hint: 'Optional: what it begins from' })),
  comment: area('Comment', customRequestForm.shape.comment, { required: true, maxLength: 2000 }),
}

function Layout({ input, form, pictureProps }: FormParts<CustomRequest, typeof fields>) {
  const products = useQuery(
    query('GET /api/admin/products', { query: { limit: listLimitMax, sort: 'name' } }),
  )
  const chosen = useWatch({ control: form.control, name: 'product_id' })
  const offered = rowsIn<AdminProduct>(products.data).map(({ id, name }) => ({ value: id, label: name }))
  // A kept draft may name a product that is not loaded yet, or is gone.
  const isOther = chosen !== '' && !offered.some(({ value }) => value === chosen)
  const other = { value: chosen, label: products.data ? 'A product that is gone' : 'Loading…' }
  const none = { value: '', label: 'None' }
  return (
    <>
      <RefusalNote error={products.error} />
      {input('product_id', { options: [none, ...offered, ...(isOther ? [other] : [])] })}
      {input('comment')}
      <FileField {...pictureProps} />
    </>
  )
}

const wishOf = ({ comment }: { comment: string }) => shortened(comment, 40)

export default recordSection({
  kind: 'custom-request',
  calls: callsOf('/api/admin/custom-requests'),
  names: ['custom request', 'custom requests'],
  noun: ['entry', 'entries'],
  namedBy: 'comment',
  nameOf: (item) => item.name ?? wishOf(item),
  actionNameOf: (item) => `the request ${item.name ? `of ${item.name}` : `“${wishOf(item)}”`}`,
  draftName: (values) => wishOf(values) || 'a request',
  sentences: {
    added: 'Custom request submitted',
    addFailed: 'Failed to submit custom request',
    deleteOne: ({ name }) => (name ? `Delete the request of “${name}”?` : 'Delete this request?'),
  },
  list: {
    endpoint: 'GET /api/admin/custom-requests',
    pageSize: 48,
    sorts: byAge,
    failed: 'Failed to fetch custom requests',
  },
  columns: [
    'comment',
    {
      header: 'Image',
      text: ({ imageUrl }) => imageUrl ?? '',
      cell: (item) => (
        <Picture picture={pictureOf(item)} alt="" sizes="64px" className="size-16 rounded-sm" />
      ),
    },
    { header: 'Product', text: ({ productName, productId }) => productName ?? productId ?? '' },
    { header: 'Name', text: ({ name }) => name ?? '', className: 'min-w-28 wrap-anywhere' },
    emailColumn(({ email }: CustomRequest) => email ?? '', { className: fewWords }),
    { header: 'Phone', text: ({ phone }) => phone ?? '' },
    momentColumn('Received', ({ created_at }: CustomRequest) => created_at, {
      isDayInCsv: true,
      className: 'min-w-32',
    }),
  ],
  Card: CustomRequestCard,
  addLabel: 'Add Request',
  form: {
    submit: ['Submit Request', 'Submitting...'],
    fields,
    Layout,
    picture: { name: 'imageUrl', label: 'Image', bytesMax: requestImageBytesMax, of: () => null },
  },
  empty: {
    text: 'Whoever asks for a custom bouquet on the shop’s page appears here.',
    add: 'Add First Request',
  },
})
