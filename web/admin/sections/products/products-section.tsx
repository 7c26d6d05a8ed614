import { FileUp, Plus } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { type AdminProduct, productImportColumns } from '../../../../contract/products.ts'
import { counted, grouped } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { LastUpdated } from '../../last-updated.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { ProductCard } from './product-card.tsx'
import { productColumns } from './product-columns.tsx'
import { formValues, type ProductFormValues, productFormName } from './product-form.ts'
import { ProductFormDialog } from './product-form-dialog.tsx'
import { ProductViewDialog } from './product-view-dialog.tsx'

const ImportDialog = lazyDialog(() => import('../../import/import-dialog.tsx'))

const definition: ListDefinition<'GET /api/admin/products'> = {
  id: 'products',
  endpoint: 'GET /api/admin/products',
  pageSize: 48,
  search: { label: 'Search products' },
  filters: [
    {
      name: 'instock',
      label: 'Stock status',
      options: [
        { value: 'yes', label: 'In Stock' },
        { value: 'no', label: 'Out of Stock' },
      ],
    },
    {
      name: 'featured',
      label: 'Featured',
      options: [
        { value: 'yes', label: 'Featured' },
        { value: 'no', label: 'Not featured' },
      ],
    },
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
  sentences: {
    loading: 'Loading products…',
    loadFailed: 'Failed to fetch data. Please try again.',
    emptied: 'The products could not be loaded',
    refreshFailed: 'Failed to refresh products',
    refreshed: 'Products refreshed successfully',
  },
}

type Wanted =
  | { kind: 'form'; item: AdminProduct | null; typed?: ProductFormValues }
  | { kind: 'view' | 'delete'; item: AdminProduct }
  | { kind: 'import' }

/** B§2, Products: what the shop sells. */
export default function ProductsSection() {
  const list = useList(definition)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft(productFormName, formValues)
  const heading = useRef<HTMLElement>(null)

  const add = () => show({ kind: 'form', item: null })
  const reload = () => void list.reload()
  useSectionAction('add', add)
  useSectionAction('import', () => show({ kind: 'import' }))

  function changed() {
    close()
    reload()
  }
  const remove = ({ id }: AdminProduct) => api('DELETE /api/admin/products/:id', { params: { id } })
  const sayGone = (gone: readonly AdminProduct[], description: string) =>
    sayDeleted({ kind: 'product', ids: gone.map(({ id }) => id), description, onRestored: reload })

  const actions = (item: AdminProduct) => (
    <RowActions
      name={item.name}
      onView={() => show({ kind: 'view', item })}
      onEdit={() => show({ kind: 'form', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.name || 'a new product'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, typed: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <LastUpdated readAt={list.readAt} />
      <List
        list={list}
        toolbar={
          <>
            <Button className="max-sm:grow" variant="outline" onClick={() => show({ kind: 'import' })}>
              <Icon of={FileUp} />
              Import
            </Button>
            <Button className="max-sm:grow" onClick={add}>
              <Icon of={Plus} />
              Add Product
            </Button>
          </>
        }
      >
        <ListRows
          list={list}
          noun={['product', 'products']}
          rows={(answer) => answer}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={productColumns}
          card={(item, selectBox) => (
            <ProductCard key={item.id} item={item} selectBox={selectBox} actions={actions(item)} />
          )}
          actions={actions}
          empty={{
            title: 'No products found',
            text: 'Add the first product, or import many from a file.',
            action: <Button onClick={add}>Add First Product</Button>,
          }}
          fileName="products"
          bulk={[
            changeMany('In Stock', { instock: true }, ({ isOffered }) => !isOffered),
            changeMany('Out of Stock', { instock: false }, ({ isOffered }) => isOffered),
            changeMany('Feature', { featured: true }, ({ featured }) => !featured),
            changeMany('Unfeature', { featured: false }, ({ featured }) => featured),
            {
              label: 'Delete',
              tone: 'danger',
              question: (count) => `Delete ${counted(count, 'product')}?`,
              text: 'This action is irreversible.',
              run: remove,
              sayDone: (gone) =>
                sayGone(
                  gone,
                  gone.length === 1
                    ? 'Product deleted successfully'
                    : `${gone.length} products deleted successfully`,
                ),
            },
          ]}
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <ProductFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.typed}
          onStored={reload}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'import' && (
        <Suspense>
          <ImportDialog
            key={opened.turn}
            open={opened.isOpen}
            onClose={close}
            endpoint="POST /api/admin/products/import"
            columns={productImportColumns}
            noun={['product', 'products']}
            onImported={changed}
          />
        </Suspense>
      )}
      {opened?.kind === 'view' && (
        <ProductViewDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          onEdit={() => show({ kind: 'form', item: opened.item })}
          item={opened.item}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete “${opened.item.name}”?`}
          failed="Failed to delete product. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => {
            // The button that opened the dialog goes with its card.
            heading.current?.focus()
            sayGone([opened.item], 'Product deleted successfully')
            changed()
          }}
        />
      )}
    </>
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
    question: (count) => `${label}: change ${count === 1 ? '1 product' : `${grouped(count)} products`}?`,
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
