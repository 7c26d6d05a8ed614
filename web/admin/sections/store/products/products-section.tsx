import { type AdminProduct, productImportColumns } from '../../../../../contract/store/products.ts'
import { counted, grouped } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { LastUpdated } from '../../../last-updated.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { addedColumn, fewWords } from '../../../list/columns.tsx'
import { byName, newestFirst, optionsOf, upAndDown } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { ProductCard, ProductView, StockBadge, shortId, stockText } from './product-card.tsx'
import { productForm } from './product-form.tsx'

export default recordSection({
  kind: 'product',
  calls: callsOf('/api/admin/products', 'edit', 'find'),
  names: ['product', 'products'],
  namedBy: 'name',
  sentences: {
    added: 'Product created successfully with images',
    deleteMany: (count) => `Delete ${counted(count, 'product')}?`,
  },
  list: {
    endpoint: 'GET /api/admin/products',
    pageSize: 48,
    filters: [
      { name: 'instock', label: 'Stock status', options: optionsOf({ yes: 'In Stock', no: 'Out of Stock' }) },
      { name: 'featured', label: 'Featured', options: optionsOf({ yes: 'Featured', no: 'Not featured' }) },
    ],
    sorts: [
      newestFirst,
      ...byName,
      ...upAndDown('price', 'Price', 'low to high', 'high to low'),
      ...upAndDown('stock', 'Stock', 'low to high', 'high to low'),
    ],
    failed: 'Failed to fetch data. Please try again.',
    sentences: { refreshFailed: 'Failed to refresh products' },
  },
  // An import reads the CSV by the same names.
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    ['price', { sort: 'price' }],
    ['category', { className: 'min-w-32', isFolded: true }],
    ['stockquantity', { header: 'Stock', sort: 'stock' }],
    [
      'instock',
      {
        text: stockText,
        // An import sets what staff chose; the badge counts the stock too.
        csv: ({ isOffered }) => (isOffered ? 'In Stock' : 'Out of Stock'),
        cell: (item) => <StockBadge item={item} />,
      },
    ],
    ['featured', { isFolded: true }],
    '...',
    ...hidden('slug', 'description'),
    { header: 'Images', text: ({ pictures }) => String(pictures.length), isHidden: true },
    { header: 'ID', text: ({ id }) => shortId(id), csv: ({ id }) => id, isHidden: true },
    { ...addedColumn, isHidden: true },
  ],
  Card: ProductCard,
  View: ProductView,
  wideView: true,
  form: productForm,
  bulk: [
    changeMany('In Stock', { instock: true }, ({ isOffered }) => !isOffered),
    changeMany('Out of Stock', { instock: false }, ({ isOffered }) => isOffered),
    changeMany('Feature', { featured: true }, ({ featured }) => !featured),
    changeMany('Unfeature', { featured: false }, ({ featured }) => featured),
  ],
  importing: { endpoint: 'POST /api/admin/products/import', columns: productImportColumns },
  empty: { text: 'Add the first product, or import many from a file.' },
  above: ({ readAt }) => <LastUpdated readAt={readAt} />,
})

function changeMany(
  label: string,
  body: { instock: boolean } | { featured: boolean },
  appliesTo: (item: AdminProduct) => boolean,
): BulkAction<AdminProduct> {
  return {
    label,
    question: (count) => `${label}: change ${grouped(count)} ${count === 1 ? 'product' : 'products'}?`,
    text: 'Nothing else of them changes.',
    appliesTo,
    run: ({ id }) => api('PUT /api/admin/products/:id', { params: { id }, body }),
    done: (count) => {
      const what = count === 1 ? 'Product' : `${count} products`
      return { title: 'Success', description: `${what} updated successfully` }
    },
  }
}
