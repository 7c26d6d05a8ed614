import { useQueryClient } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { ApiKey } from '../../contract/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyDialog, type Openable } from '../ui/lazy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { sayDeleted } from './deleted-toast.ts'
import { DraftNote } from './kept-draft.tsx'
import { List } from './list/list.tsx'
import { ListRows } from './list/list-rows.tsx'
import { type ListState, useList } from './list/use-list.ts'
import { useOpened } from './opened.tsx'
import { type KindOfRecord, type RecordDefinition, recordOf } from './record.ts'
import { factsOf } from './record-columns.tsx'
import { type Fields, type ValuesOf, valuesOf } from './record-fields.tsx'
import { type Listed, RecordFormDialog, type RecordFormProps } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { RowActions } from './row-actions.tsx'
import { useSectionAction } from './section-request.ts'

const ImportDialog = lazyDialog(() => import('./import/import-dialog.tsx'))

/** A section that is a kind of record and nothing else. */
export function recordSection<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>(
  definition: RecordDefinition<K, Item, F, P>,
): ComponentType {
  const record = recordOf(definition)
  return function Section() {
    const list = useList(record.list)
    return <RecordSection record={record} list={list} above={record.above?.(list)} />
  }
}

type Wanted<Item, Values> =
  | { kind: 'form'; item: Item | null; draft?: Values }
  | { kind: 'view'; item: Item }
  | { kind: 'delete'; item: Item }
  | { kind: 'import' }

/**
 * A kind of record: its list with import, export and selection, the kept draft, the palette's `add` and `import`, and
 * the dialogs that add, show, edit and delete with Undo.
 */
export function RecordSection<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P>({
  record,
  list,
  above,
  before,
}: {
  record: KindOfRecord<K, Item, F, P>
  list: ListState<K>
  above?: ReactNode
  before?: ReactNode
}) {
  const { form, nameOf, actionNameOf = nameOf, isDeletable, sentences, Panel, Card, View } = record
  const heading = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { opened, show, close, dialog } = useOpened<Wanted<Item, ValuesOf<F>>>()
  const rows = list.pages.flatMap(record.rows)
  const full = record.fullOf?.(rows)

  const add = () => show({ kind: 'form', item: null })
  const openImport = () => show({ kind: 'import' })
  useSectionAction('add', add)
  useSectionAction('import', openImport)

  const reload = useReload(list, record.shownIn)
  function changed() {
    close()
    reload()
  }
  const sayGone = (gone: readonly Item[]) =>
    sayDeleted({
      kind: record.kind,
      ids: gone.map(({ id }) => id),
      description: sentences.deleted(gone.length),
      onRestored: reload,
    })
  const { deleteMany } = sentences
  const bulk = [
    ...(record.bulk ?? []),
    ...(deleteMany
      ? [
          {
            label: 'Delete',
            tone: 'danger' as const,
            question: deleteMany,
            text: 'This action is irreversible.',
            run: record.calls.remove,
            sayDone: sayGone,
          },
        ]
      : []),
  ]

  const actions = (item: Item) =>
    (isDeletable?.(item) ?? true) && (
      <RowActions
        name={actionNameOf(item)}
        onView={View && (() => show({ kind: 'view', item }))}
        onEdit={form.update && (() => show({ kind: 'form', item }))}
        onDelete={() => show({ kind: 'delete', item })}
      />
    )
  const formProps = { form, rows, onStored: reload, onSaved: changed }

  return (
    <>
      <DraftNote<Item, ValuesOf<F>>
        form={form.name}
        nameOf={record.draftName}
        defaults={(item) => valuesOf(form.fields, item)}
        onContinue={({ item, values }) => show({ kind: 'form', item, draft: values })}
      />
      {above}
      <List
        list={list}
        toolbar={
          <Toolbar
            label={record.addLabel ?? `Add ${form.title}`}
            full={full}
            addRef={addButton}
            onAdd={add}
            onImport={record.importing && openImport}
          />
        }
      >
        {before}
        {Panel && opened?.kind === 'form' && opened.isOpen && (
          <Panel
            key={opened.turn}
            {...formProps}
            item={opened.item}
            draft={opened.draft}
            full={full}
            onClose={() => {
              close()
              ;(addButton.current?.disabled ? heading : addButton).current?.focus()
            }}
            onSaved={() => {
              heading.current?.focus()
              changed()
            }}
          />
        )}
        <ListRows
          {...record}
          list={list}
          rowKey={({ id }) => id}
          rowName={nameOf}
          card={
            Card &&
            ((item, selectBox) => (
              <Card
                key={item.id}
                item={item}
                facts={factsOf(record.columns, item)}
                selectBox={selectBox}
                actions={actions(item)}
                reload={reload}
              />
            ))
          }
          actions={actions}
          empty={{
            ...record.empty,
            action: record.empty.add && <Button onClick={add}>{record.empty.add}</Button>,
          }}
          bulk={bulk.length > 0 ? bulk : undefined}
          headingRef={heading}
        />
      </List>
      {dialog((what, openable) => (
        <SectionDialog
          {...openable}
          what={what}
          record={record}
          formProps={formProps}
          onEdit={(item) => show({ kind: 'form', item })}
          onImported={changed}
          onDeleted={(item) => {
            // The button that had the focus is gone with its row.
            heading.current?.focus()
            sayGone([item])
            changed()
          }}
        />
      ))}
    </>
  )
}

/** Reads the list again, and marks the site's queries that show its records as stale. */
function useReload<K extends ApiKey>(list: ListState<K>, shownIn: readonly (readonly unknown[])[] = []) {
  const queryClient = useQueryClient()
  return () => {
    void list.reload()
    for (const queryKey of shownIn) void queryClient.invalidateQueries({ queryKey })
  }
}

function SectionDialog<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P>({
  what,
  record: { kind, names, nameOf, columns, importing, View, wideView, calls, sentences, Panel },
  formProps,
  onEdit,
  onImported,
  onDeleted,
  ...openable
}: Openable & {
  what: Wanted<Item, ValuesOf<F>>
  record: KindOfRecord<K, Item, F, P>
  formProps: Omit<RecordFormProps<Item, F, P>, 'item' | 'draft'>
  onEdit: (item: Item) => void
  onImported: () => void
  onDeleted: (item: Item) => void
}) {
  if (what.kind === 'import') {
    return importing && <ImportDialog {...openable} noun={names} {...importing} onImported={onImported} />
  }
  const itemName = what.item ? nameOf(what.item) : ''
  if (what.kind === 'view') {
    const { item } = what
    return (
      <Dialog
        {...openable}
        title={itemName}
        wide={wideView}
        closeOnOutsidePress
        closeLabel="Close"
        footer={<Button onClick={() => onEdit(item)}>Edit</Button>}
      >
        <div className="flex flex-col gap-6">
          {View && <View item={item} facts={factsOf(columns, item)} />}
          <RecordHistory kind={kind} id={item.id} />
        </div>
      </Dialog>
    )
  }
  if (what.kind === 'delete') {
    const { item } = what
    return (
      <DeleteDialog
        {...openable}
        title={sentences.deleteOne?.(item) ?? `Delete “${itemName}”?`}
        failed={sentences.deleteFailed}
        run={() => calls.remove(item)}
        onDeleted={() => onDeleted(item)}
      >
        {sentences.deleteText?.(item)}
      </DeleteDialog>
    )
  }
  if (Panel) return null
  return (
    <RecordFormDialog
      {...openable}
      {...formProps}
      item={what.item}
      draft={what.draft}
      itemName={itemName}
      history={View ? undefined : kind}
    />
  )
}

function Toolbar({
  label,
  full,
  addRef,
  onAdd,
  onImport,
}: {
  label: string
  full: string | undefined
  addRef: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  onImport: (() => void) | undefined
}) {
  const fullId = useId()
  return (
    <>
      {onImport && (
        <Button className="max-sm:grow" variant="outline" icon={FileUp} onClick={onImport}>
          Import
        </Button>
      )}
      <Button
        ref={addRef}
        className="max-sm:grow"
        icon={Plus}
        disabled={full !== undefined}
        title={full}
        aria-describedby={full && fullId}
        onClick={onAdd}
      >
        {label}
      </Button>
      {full && (
        <p id={fullId} className="basis-full text-sm text-ink-soft">
          {full}
        </p>
      )}
    </>
  )
}
