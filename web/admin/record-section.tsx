import { useQueryClient } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { ApiKey } from '../../contract/index.ts'
import type { RecordKind } from '../../contract/records.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/dialog.tsx'
import { lazyDialog, type Openable } from '../ui/lazy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { sayDeleted } from './deleted-toast.ts'
import type { ImportDialogProps } from './import/import-dialog.tsx'
import { DraftNote, useDraft } from './kept-draft.tsx'
import type { BulkAction } from './list/bulk.tsx'
import { List } from './list/list.tsx'
import { ListRows, type ListRowsProps } from './list/list-rows.tsx'
import type { ListState } from './list/use-list.ts'
import { useOpened } from './opened.tsx'
import { type Fields, type ValuesOf, valuesOf } from './record-fields.tsx'
import { type RecordForm, RecordFormDialog, type RecordFormProps, type Stored } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { RowActions } from './row-actions.tsx'
import { useSectionAction } from './section-request.ts'

const ImportDialog = lazyDialog(() => import('./import/import-dialog.tsx'))

/** A record as a card of the list, an `<li>`. */
export interface CardProps<Item> {
  item: Item
  selectBox: ReactNode
  actions: ReactNode
  /** Reads the list again. */
  reload: () => void
}

/** Of a form that is not in a dialog. */
export type FormPanelProps<Item extends Stored & { id: string }, F extends Fields<Item>, P> = RecordFormProps<
  Item,
  F,
  P
> & {
  onClose: () => void
  /** Why nothing can be added. */
  full: string | undefined
}

export interface RecordSectionProps<
  K extends ApiKey,
  Item extends Stored & { id: string },
  F extends Fields<Item>,
  P = unknown,
> extends Pick<
    ListRowsProps<K, Item>,
    'list' | 'title' | 'noun' | 'rows' | 'columns' | 'tableFrom' | 'fileName' | 'bulk'
  > {
  /** In the audit log and in the bin. */
  kind: RecordKind
  /** For people. */
  nameOf: (item: Item) => string
  /** In the labels of its buttons; `nameOf` unless told. */
  actionNameOf?: (item: Item) => string
  Card?: ComponentType<CardProps<Item>>
  /** Of the empty list; `add` is its button. */
  empty: { title: string; text: string; add?: string }
  form: RecordForm<Item, F, P>
  /** 'Add' and the form's title unless told. */
  addLabel?: string
  /** Names a kept draft. */
  draftName: (values: ValuesOf<F>) => string
  /** Shows the form above the rows instead of in a dialog. */
  Panel?: ComponentType<FormPanelProps<Item, F, P>>
  /** Why nothing more can be added; undefined while something can. */
  fullOf?: (rows: readonly Item[]) => string | undefined
  /** The whole record in a dialog with its history; without it the form has the history. */
  View?: ComponentType<{ item: Item }>
  wideView?: boolean
  /** All unless told. */
  isDeletable?: (item: Item) => boolean
  remove: {
    /** @throws ApiError */
    run: (item: Item) => Promise<unknown>
    /** The question; 'Delete “…”?' unless told. */
    title?: (item: Item) => string
    /** What is deleted, where the question does not say it. */
    text?: (item: Item) => ReactNode
    failed: string
    /** The toast. */
    done: (count: number) => string
    /** The question for several; without it the selection has no Delete. */
    many?: (count: number) => string
  }
  importing?: Pick<ImportDialogProps, 'endpoint' | 'columns'> & Partial<Pick<ImportDialogProps, 'noun'>>
  /** Keys of queries of the site's pages that show the records. */
  shownIn?: readonly (readonly unknown[])[]
  above?: ReactNode
  before?: ReactNode
}

type Wanted<Item, Values> =
  | { kind: 'form'; item: Item | null; draft?: Values }
  | { kind: 'view'; item: Item }
  | { kind: 'delete'; item: Item }
  | { kind: 'import' }

/**
 * A section that is a kind of record: its list with import, export and selection, the kept draft, the palette's `add`
 * and `import`, and the dialogs that add, show, edit and delete with Undo.
 */
export function RecordSection<
  K extends ApiKey,
  Item extends Stored & { id: string },
  F extends Fields<Item>,
  P,
>(props: RecordSectionProps<K, Item, F, P>) {
  const { list, form, remove, empty, nameOf, actionNameOf = nameOf, Panel, Card } = props
  const heading = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { opened, show, close, dialog } = useOpened<Wanted<Item, ValuesOf<F>>>()
  const rows = list.pages.flatMap(props.rows)
  const full = props.fullOf?.(rows)

  const add = () => show({ kind: 'form', item: null })
  const openImport = () => show({ kind: 'import' })
  useSectionAction('add', add)
  useSectionAction('import', openImport)

  const reload = useReload(list, props.shownIn)
  function changed() {
    close()
    reload()
  }
  const sayGone = (gone: readonly Item[]) =>
    sayDeleted({
      kind: props.kind,
      ids: gone.map(({ id }) => id),
      description: remove.done(gone.length),
      onRestored: reload,
    })
  function deleted(item: Item) {
    // The button that had the focus is gone with its row.
    heading.current?.focus()
    sayGone([item])
    changed()
  }
  const bulk = [...(props.bulk ?? []), ...(remove.many ? [deleteMany(remove.many, remove.run, sayGone)] : [])]

  const actions = (item: Item) =>
    (props.isDeletable?.(item) ?? true) && (
      <RowActions
        name={actionNameOf(item)}
        onView={props.View && (() => show({ kind: 'view', item }))}
        onEdit={form.update && (() => show({ kind: 'form', item }))}
        onDelete={() => show({ kind: 'delete', item })}
      />
    )
  const formProps = { form, rows, onStored: reload, onSaved: changed }

  return (
    <>
      <KeptDraft {...props} onContinue={(draft) => show({ kind: 'form', ...draft })} />
      {props.above}
      <List
        list={list}
        toolbar={
          <Toolbar
            label={props.addLabel ?? `Add ${form.title}`}
            full={full}
            addRef={addButton}
            onAdd={add}
            onImport={props.importing && openImport}
          />
        }
      >
        {props.before}
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
          {...props}
          rowKey={({ id }) => id}
          rowName={nameOf}
          card={
            Card &&
            ((item, selectBox) => (
              <Card key={item.id} item={item} selectBox={selectBox} actions={actions(item)} reload={reload} />
            ))
          }
          actions={actions}
          empty={{ ...empty, action: empty.add && <Button onClick={add}>{empty.add}</Button> }}
          bulk={bulk.length > 0 ? bulk : undefined}
          headingRef={heading}
        />
      </List>
      {dialog((what, openable) => (
        <SectionDialog
          {...openable}
          what={what}
          section={props}
          formProps={formProps}
          onEdit={(item) => show({ kind: 'form', item })}
          onImported={changed}
          onDeleted={deleted}
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

function deleteMany<Item>(
  question: (count: number) => string,
  run: (item: Item) => Promise<unknown>,
  sayDone: (gone: readonly Item[]) => void,
): BulkAction<Item> {
  const text = 'This action is irreversible.'
  return { label: 'Delete', tone: 'danger', question, text, run, sayDone }
}

function SectionDialog<K extends ApiKey, Item extends Stored & { id: string }, F extends Fields<Item>, P>({
  what,
  section: { kind, noun, nameOf, importing, View, wideView, remove, Panel },
  formProps,
  onEdit,
  onImported,
  onDeleted,
  ...openable
}: Openable & {
  what: Wanted<Item, ValuesOf<F>>
  section: RecordSectionProps<K, Item, F, P>
  formProps: Omit<RecordFormProps<Item, F, P>, 'item' | 'draft'>
  onEdit: (item: Item) => void
  onImported: () => void
  onDeleted: (item: Item) => void
}) {
  if (what.kind === 'import') {
    if (!importing) return null
    return <ImportDialog {...openable} noun={noun} {...importing} onImported={onImported} />
  }
  const { item } = what
  const itemName = item ? nameOf(item) : ''
  if (what.kind === 'view') {
    return (
      <ViewDialog {...openable} title={itemName} wide={wideView} onEdit={() => onEdit(what.item)}>
        <div className="flex flex-col gap-6">
          {View && <View item={what.item} />}
          <RecordHistory kind={kind} id={what.item.id} />
        </div>
      </ViewDialog>
    )
  }
  if (what.kind === 'delete') {
    return (
      <DeleteDialog
        {...openable}
        title={remove.title?.(what.item) ?? `Delete “${itemName}”?`}
        failed={remove.failed}
        run={() => remove.run(what.item)}
        onDeleted={() => onDeleted(what.item)}
      >
        {remove.text?.(what.item)}
      </DeleteDialog>
    )
  }
  if (Panel) return null
  return (
    <RecordFormDialog
      {...openable}
      {...formProps}
      item={item}
      draft={what.draft}
      itemName={itemName}
      history={View ? undefined : kind}
    />
  )
}

function KeptDraft<Item extends Stored & { id: string }, F extends Fields<Item>, P>({
  form,
  draftName,
  onContinue,
}: {
  form: RecordForm<Item, F, P>
  draftName: (values: ValuesOf<F>) => string
  onContinue: (kept: { item: Item | null; draft: ValuesOf<F> }) => void
}) {
  const { draft, forget } = useDraft<Item, ValuesOf<F>>(form.name, (item) => valuesOf(form.fields, item))
  if (!draft) return null
  return (
    <DraftNote
      name={draftName(draft.values)}
      onContinue={() => {
        onContinue({ item: draft.item, draft: draft.values })
        forget()
      }}
      onDiscard={forget}
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

function ViewDialog({
  onEdit,
  ...dialog
}: Openable & Pick<DialogProps, 'title' | 'wide' | 'children'> & { onEdit: () => void }) {
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      closeLabel="Close"
      footer={<Button onClick={onEdit}>Edit</Button>}
    />
  )
}
