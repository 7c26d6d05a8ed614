import { FileUp, Plus } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { type AdminClass, classImportColumns } from '../../../../contract/courses.ts'
import { counted } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { ClassCard } from './class-card.tsx'
import { classColumns } from './class-columns.tsx'
import { type ClassFormValues, classFormName, formValues } from './class-form.ts'
import { ClassFormDialog } from './class-form-dialog.tsx'
import { ClassViewDialog } from './class-view-dialog.tsx'

const ImportDialog = lazyDialog(() => import('../../import/import-dialog.tsx'))

const definition: ListDefinition<'GET /api/admin/AdminClasses'> = {
  id: 'classes',
  endpoint: 'GET /api/admin/AdminClasses',
  pageSize: 48,
  search: { label: 'Search classes' },
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title, A to Z' },
    { value: '-title', label: 'Title, Z to A' },
  ],
  sentences: {
    loading: 'Loading classes…',
    loadFailed: 'Failed to fetch data. Please try again.',
    emptied: 'The classes could not be loaded',
    refreshFailed: 'Failed to refresh classes',
    refreshed: 'Classes refreshed successfully',
  },
}

type Wanted =
  | { kind: 'form'; item: AdminClass | null; typed?: ClassFormValues }
  | { kind: 'view' | 'delete'; item: AdminClass }
  | { kind: 'import' }

/** B§2, Classes: a class of the back office is a course. */
export default function ClassesSection() {
  const list = useList(definition)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft(classFormName, formValues)
  const heading = useRef<HTMLElement>(null)

  const add = () => show({ kind: 'form', item: null })

  useSectionAction('add', add)
  useSectionAction('import', () => show({ kind: 'import' }))

  function changed() {
    close()
    void list.reload()
  }
  const remove = ({ id }: AdminClass) => api('DELETE /api/admin/AdminClasses/:id', { params: { id } })
  const sayGone = (gone: readonly AdminClass[], description: string) =>
    sayDeleted({
      kind: 'class',
      ids: gone.map(({ id }) => id),
      description,
      onRestored: () => void list.reload(),
    })
  const deleteMany: BulkAction<AdminClass> = {
    label: 'Delete',
    tone: 'danger',
    question: (count) => `Delete ${counted(count, 'class', 'classes')}?`,
    text: 'This action is irreversible.',
    run: remove,
    sayDone: (gone) =>
      sayGone(
        gone,
        gone.length === 1 ? 'Class deleted successfully' : `${gone.length} classes deleted successfully`,
      ),
  }

  const actions = (item: AdminClass) => (
    <RowActions
      name={item.title}
      onView={() => show({ kind: 'view', item })}
      onEdit={() => show({ kind: 'form', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.title || 'a new class'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, typed: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
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
              Add Class
            </Button>
          </>
        }
      >
        <ListRows
          list={list}
          noun={['class', 'classes']}
          rows={(answer) => answer}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          columns={classColumns}
          card={(item, selectBox) => (
            <ClassCard key={item.id} item={item} selectBox={selectBox} actions={actions(item)} />
          )}
          actions={actions}
          empty={{
            title: 'No classes found',
            text: 'Add the first class and it appears on the site at once.',
            action: <Button onClick={add}>Add First Class</Button>,
          }}
          fileName="classes"
          bulk={[deleteMany]}
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <ClassFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.typed}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'import' && (
        <Suspense>
          <ImportDialog
            key={opened.turn}
            open={opened.isOpen}
            onClose={close}
            endpoint="POST /api/admin/AdminClasses/import"
            columns={classImportColumns}
            noun={['class', 'classes']}
            onImported={changed}
          />
        </Suspense>
      )}
      {opened?.kind === 'view' && (
        <ClassViewDialog
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
          title={`Delete “${opened.item.title}”?`}
          failed="Failed to delete class. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => {
            // The button that opened the dialog goes with its card.
            heading.current?.focus()
            sayGone([opened.item], 'Class deleted successfully')
            changed()
          }}
        />
      )}
    </>
  )
}
