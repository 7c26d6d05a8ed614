import { type AdminProduct, productImportColumns } from '../../../../contract/products.ts'
import { counted, formatRupees, grouped } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast-store.ts'
import { LastUpdated } from '../../last-updated.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { addedColumn, fewWords, longText } from '../../list/columns.tsx'
import { eitherOr, listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordSection } from '../../record-section.tsx'
import { ProductCard, ProductView, StockBadge, shortId, stockText } from './product-card.tsx'
import { productForm } from './product-form.tsx'

const definition: ListDefinition<'GET /api/admin/products'> = {
  id: 'products',
  endpoint: 'GET /api/admin/products',
  pageSize: 48,
  search: { label: 'Search products' },
  filters: [
    eitherOr('instock', 'Stock status', ['In Stock', 'Out of Stock']),
    eitherOr('featured', 'Featured', ['Featured', 'Not featured']),
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'name', label: 'Name, A to Z' },
    { value: '-name', label: 'Name, Z to A' },
    { value: 'price', label: 'Price, low to high' },
    { value: '-price', label: 'Price, high to low' },
    { value: 'stock', label: 'Stock, low to high' },
    { value: '-stock', label: 'Stock, high to low' },
  ],
  sentences: listSentences('products', 'Failed to fetch data. Please try again.', {
    refreshFailed: 'Failed to refresh products',
  }),
}

/** Of the table and of the CSV, under the names that an import reads. */
const columns: readonly Column<AdminProduct>[] = [
  { header: 'Name', text: ({ name }) => name, sort: 'name', className: fewWords },
  {
    header: 'Price',
    text: ({ price }) => formatRupees(price),
    csv: ({ price }) => String(price),
    sort: 'price',
  },
  { header: 'Categories', text: ({ category }) => category.join(', '), className: 'min-w-32' },
  { header: 'Stock', text: ({ stockquantity }) => String(stockquantity), sort: 'stock' },
  {
    header: 'Stock status',
    text: stockText,
    // What staff chose, which is what an import sets; the badge knows the quantity too.
    csv: ({ isOffered }) => (isOffered ? 'In Stock' : 'Out of Stock'),
    cell: (item) => <StockBadge item={item} />,
  },
  { header: 'Featured', text: ({ featured }) => (featured ? 'Yes' : 'No') },
  { header: 'Custom', text: ({ isCustom }) => (isCustom ? 'Enable' : 'Disable'), isHidden: true },
  { header: 'Custom label', text: ({ customLabel }) => customLabel ?? '', isHidden: true },
  { header: 'Description', text: ({ description }) => description, className: longText, isHidden: true },
  { header: 'Images', text: ({ pictures }) => String(pictures.length), isHidden: true },
  { header: 'ID', text: ({ id }) => shortId(id), csv: ({ id }) => id, isHidden: true },
  { ...addedColumn, isHidden: true },
]

export default function ProductsSection() {
  const list = useList(definition)
  return (
    <RecordSection
      kind="product"
      noun={['product', 'products']}
      list={list}
      rows={(answer) => answer}
      nameOf={({ name }) => name}
      columns={columns}
      Card={ProductCard}
      View={ProductView}
      wideView
      form={productForm}
      draftName={({ name }) => name || 'a new product'}
      remove={{
        run: ({ id }) => api('DELETE /api/admin/products/:id', { params: { id } }),
        failed: 'Failed to delete product. Please try again.',
        done: (count) =>
          count === 1 ? 'Product deleted successfully' : `${count} products deleted successfully`,
        many: (count) => `Delete ${counted(count, 'product')}?`,
      }}
      bulk={[
        changeMany('In Stock', { instock: true }, ({ isOffered }) => !isOffered),
        changeMany('Out of Stock', { instock: false }, ({ isOffered }) => isOffered),
        changeMany('Feature', { featured: true }, ({ featured }) => !featured),
        changeMany('Unfeature', { featured: false }, ({ featured }) => featured),
      ]}
      importing={{ endpoint: 'POST /api/admin/products/import', columns: productImportColumns }}
      empty={{
        title: 'No products found',
        text: 'Add the first product, or import many from a file.',
        add: 'Add First Product',
      }}
      fileName="products"
      above={<LastUpdated readAt={list.readAt} />}
    />
  )
}

/** One field of many products at once; whoever has it already is left alone. */
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
    sayDone: (done) =>
      toast({
        title: 'Success',
        description:
          done.length === 1 ? 'Product updated successfully' : `${done.length} products updated successfully`,
        tone: 'success',
      }),
  }
}
