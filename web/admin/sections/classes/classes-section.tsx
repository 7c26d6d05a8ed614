import { Eye, FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { type AdminClass, classImportColumns } from '../../../../contract/courses.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, dropDraft, type KeptDraft, readDraft } from '../../kept-draft.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useSectionAction } from '../../section-request.ts'
import { ClassCard } from './class-card.tsx'
import { classColumns } from './class-columns.tsx'
import { type ClassFormValues, classFormName, formValues } from './class-form.ts'
import { ClassFormDialog } from './class-form-dialog.tsx'
import { ClassViewDialog } from './class-view-dialog.tsx'
import { DeleteClassDialog } from './delete-class-dialog.tsx'

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

type ClassDraft = KeptDraft<AdminClass, ClassFormValues>

function readClassDraft(): ClassDraft | null {
  const draft = readDraft<AdminClass, ClassFormValues>(classFormName)
  // A draft of another release may lack fields.
  return draft && { item: draft.item, values: { ...formValues(draft.item), ...draft.values } }
}

type Opened = { turn: number; isOpen: boolean } & (
  | { kind: 'form'; item: AdminClass | null; draft: ClassDraft | null }
  | { kind: 'view' | 'delete'; item: AdminClass }
  | { kind: 'import' }
)
type Wanted = Opened extends infer O ? (O extends unknown ? Omit<O, 'turn' | 'isOpen'> : never) : never

/** B§2, Classes: a class of the back office is a course. */
export default function ClassesSection() {
  const list = useList(definition)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [draft, setDraft] = useState(readClassDraft)
  const heading = useRef<HTMLElement>(null)

  // Each opening is a new dialog with a state of its own; it stays until the next, so that it can fade.
  const show = (next: Wanted) =>
    setOpened((before) => ({ ...next, turn: (before?.turn ?? 0) + 1, isOpen: true }) as Opened)
  const close = () => setOpened((before) => before && { ...before, isOpen: false })
  const add = () => show({ kind: 'form', item: null, draft: null })

  useSectionAction('add', add)
  useSectionAction('import', () => show({ kind: 'import' }))

  function changed() {
    close()
    void list.reload()
  }
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
    question: (count) => (count === 1 ? 'Delete 1 class?' : `Delete ${count} classes?`),
    text: 'This action is irreversible.',
    run: ({ id }) => api('DELETE /api/admin/AdminClasses/:id', { params: { id } }),
    sayDone: (gone) =>
      sayGone(
        gone,
        gone.length === 1 ? 'Class deleted successfully' : `${gone.length} classes deleted successfully`,
      ),
  }
  function forget() {
    dropDraft(classFormName)
    setDraft(null)
  }

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.title || 'a new class'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, draft })
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
            <ClassCard
              key={item.id}
              item={item}
              selectBox={selectBox}
              actions={<ClassActions item={item} show={show} />}
            />
          )}
          actions={(item) => <ClassActions item={item} show={show} />}
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
          draft={opened.draft?.values}
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
          onEdit={() => show({ kind: 'form', item: opened.item, draft: null })}
          item={opened.item}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteClassDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
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

function ClassActions({ item, show }: { item: AdminClass; show: (wanted: Wanted) => void }) {
  return (
    <div className="-mx-2 flex justify-between gap-1">
      <Button
        size="sm"
        variant="quiet"
        aria-label={`View ${item.title}`}
        onClick={() => show({ kind: 'view', item })}
      >
        <Icon of={Eye} />
        View
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Edit ${item.title}`}
        onClick={() => show({ kind: 'form', item, draft: null })}
      >
        <Icon of={Pencil} />
        Edit
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Delete ${item.title}`}
        className="text-rose-ink hover:bg-rose-tint"
        onClick={() => show({ kind: 'delete', item })}
      >
        <Icon of={Trash2} />
        Delete
      </Button>
    </div>
  )
}
