import { useQueryClient } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiKey } from '../../contract/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { focusBehind } from '../ui/inert-behind.ts'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'
import { canBeRestored, DeleteDialog } from './action-dialog.tsx'
import { DraftNote } from './kept-draft.tsx'
import { List } from './list/list.tsx'
import { SideButton } from './list/list-head.tsx'
import { ListRows } from './list/list-rows.tsx'
import { type ListState, useList } from './list/use-list.ts'
import { type KindOfRecord, type RecordDefinition, recordOf, type WithRows } from './record.ts'
import { factsOf } from './record-columns.tsx'
import { type Fields, type ValuesOf, valuesOf } from './record-fields.tsx'
import { type Listed, RecordFormDialog, type RecordFormProps } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { RowActions } from './row-actions.tsx'
import { requestIn, useOpenedRecord, useSectionAction } from './section-request.ts'
import { toastDeleted } from './undo-toast.ts'

const ImportDialog = lazyDialog(() => import('./import/import-dialog.tsx'))

/**
 * The palette's actions for the buttons Add and Import. The actions need other names if a section has several kinds of
 * records.
 */
interface Actions {
  addAction?: string
  importAction?: string
}

export function recordSection<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>(
  definition: RecordDefinition<K, Item, F, P> & WithRows<K, Item>,
): ComponentType {
  return sectionOf(recordOf(definition))
}

/**
 * Makes the section of a record. Used for a record that other files use as well, or that shares its section with other
 * records.
 */
export function sectionOf<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P>(
  record: KindOfRecord<K, Item, F, P>,
  actions: Actions = {},
): ComponentType {
  return function Section() {
    const list = useList(record.list)
    return <RecordSection {...actions} record={record} list={list} above={record.above?.(list)} />
  }
}

export function RecordSection<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P>({
  record,
  list,
  above,
  before,
  addAction = 'add',
  importAction = 'import',
}: Actions & {
  record: KindOfRecord<K, Item, F, P>
  list: ListState<K>
  above?: ReactNode
  before?: ReactNode
}) {
  const { form, nameOf, actionNameOf = nameOf, isDeletable, texts, Buttons, Card, Rows, View } = record
  const rows = list.pages.flatMap(record.rows)
  const { addButton, full, reload, deletedOf, open, panel, dialog } = useRecord(record, list)
  const { empty } = texts
  const hasAddBelow = empty.add !== undefined && !list.isLoading && !list.isFiltered && rows.length === 0
  const add = () => open.form(null)
  const openImport = record.importing && open.import
  const requested = requestIn(useLocation())
  useSectionAction(addAction, add)
  useSectionAction(importAction, open.import)
  useOpenedRecord(
    (id) => list.pages.flatMap(record.rows).find((row) => row.id === id),
    (item) => {
      if (View && requested?.action !== 'edit') open.view(item)
      else if (form.update) open.form(item)
    },
  )
  const deleteMany = texts.deleteMany && {
    label: 'Delete',
    tone: 'danger' as const,
    question: texts.deleteMany,
    text: canBeRestored,
    run: record.calls.remove,
    onDone: (gone: readonly Item[]) => toastDeleted(deletedOf(gone)),
  }
  const bulk = [...(record.bulk ?? []), ...(deleteMany ? [deleteMany] : [])]
  const actions = (item: Item) =>
    (isDeletable?.(item) ?? true) && (
      <RowActions
        name={actionNameOf(item)}
        onView={View && (() => open.view(item))}
        onEdit={form.update && (() => open.form(item))}
        onDelete={() => open.delete(item)}
      >
        {Buttons && <Buttons item={item} reload={reload} />}
      </RowActions>
    )
  const toolbar = (
    <>
      {record.toolbar}
      {openImport && (
        <SideButton icon={FileUp} onClick={openImport}>
          Import
        </SideButton>
      )}
      <AddButton ref={addButton} full={full} isQuiet={hasAddBelow} onPress={add}>
        {texts.add}
      </AddButton>
    </>
  )

  return (
    <>
      <DraftNote<Item, ValuesOf<F>>
        form={form.name}
        said={(values) => {
          const name = record.draftName(values)
          return name === '' ? texts.keptDraft : `We’ve kept what you typed for “${name}”.`
        }}
        defaults={(item) => valuesOf(form.fields, item)}
        onContinue={({ item, values }) => open.form(item, values)}
      />
      {above}
      <List list={list} toolbar={toolbar}>
        {before}
        {panel}
        {Rows && rows.length > 0 ? (
          <Rows
            rows={rows}
            heading={list.heading}
            isFull={full !== undefined}
            onEdit={open.form}
            onDelete={open.delete}
          />
        ) : (
          <ListRows<K, Item>
            {...record}
            list={list}
            rowKey={({ id }) => id}
            rowName={nameOf}
            card={
              Card &&
              ((item, selectBox) => {
                const facts = factsOf(record.columns, item)
                return <Card key={item.id} {...{ item, facts, selectBox, reload }} actions={actions(item)} />
              })
            }
            actions={actions}
            empty={{ ...empty, action: empty.add && <Button onClick={add}>{empty.add}</Button> }}
            bulk={bulk.length > 0 ? bulk : undefined}
          />
        )}
      </List>
      {dialog}
    </>
  )
}

/** The button that adds a record. `full` says why none can be added; an empty text hides the button. */
function AddButton({
  ref,
  full,
  isQuiet,
  onPress,
  children,
}: {
  ref: RefObject<HTMLButtonElement | null>
  full: string | undefined
  isQuiet: boolean
  onPress: () => void
  children: ReactNode
}) {
  const fullId = useId()
  if (full === '') return null
  return (
    <>
      <Button
        ref={ref}
        data-main=""
        variant={full !== undefined || isQuiet ? 'outline' : 'primary'}
        className="max-sm:grow max-sm:basis-40 max-sm:!px-3 sm:@max-[48rem]:!px-4"
        icon={Plus}
        disabled={full !== undefined}
        title={full}
        aria-describedby={full && fullId}
        onClick={onPress}
      >
        {children}
      </Button>
      {full && (
        <p id={fullId} className="text-sm text-ink-soft max-sm:basis-full sm:order-first sm:flex-1">
          {full}
        </p>
      )}
    </>
  )
}

function useRecord<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P>(
  record: KindOfRecord<K, Item, F, P>,
  list: ListState<K>,
) {
  const { kind, form, nameOf, texts, importing, Panel, View } = record
  const queryClient = useQueryClient()
  const addButton = useRef<HTMLButtonElement>(null)
  const { show, close, dialog } = useDialog()
  type Panelled = Pick<RecordFormProps<Item, F>, 'item' | 'draft'> & { turn: number }
  const [inPanel, setInPanel] = useState<Panelled | null>(null)
  const rows = list.pages.flatMap(record.rows)
  const full = record.fullOf?.(rows)

  function reload() {
    void list.reload()
    for (const queryKey of record.shownIn ?? []) void queryClient.invalidateQueries({ queryKey })
  }
  function changed() {
    close()
    setInPanel(null)
    reload()
  }
  const deletedOf = (gone: readonly Item[]) => ({
    kind,
    ids: gone.map(({ id }) => id),
    description: texts.deleted({ count: gone.length }),
    onRestored: reload,
  })
  const formProps = { form, rows, onStored: reload, onSaved: changed }
  const open = {
    form: (item: Item | null, draft?: ValuesOf<F>) =>
      Panel
        ? setInPanel((before) => ({ item, draft, turn: (before?.turn ?? 0) + 1 }))
        : show((props) => (
            <RecordFormDialog
              {...props}
              {...formProps}
              item={item}
              draft={draft}
              itemName={item ? nameOf(item) : ''}
              history={View ? undefined : kind}
            />
          )),
    view: (item: Item) =>
      show((props) => (
        <Dialog
          {...props}
          title={nameOf(item)}
          wide={record.wideView}
          closeOnOutsidePress
          closeLabel="Close"
          footer={<Button onClick={() => open.form(item)}>Edit</Button>}
        >
          <div className="flex flex-col gap-6">
            {View && <View item={item} facts={factsOf(record.columns, item)} />}
            <RecordHistory kind={kind} id={item.id} />
          </div>
        </Dialog>
      )),
    delete: (item: Item) =>
      show((dialog) => {
        const props = {
          ...dialog,
          title: texts.deleteOne?.(item) ?? `Delete “${nameOf(item)}”?`,
          failed: texts.deleteFailed,
          deleted: deletedOf([item]),
          heading: list.heading,
          isForGood: record.isDeletedForGood,
          onDeleted: changed,
          children: texts.deleteText?.(item),
        }
        const { DeleteQuestion } = record
        if (DeleteQuestion) return <DeleteQuestion {...props} item={item} />
        return <DeleteDialog {...props} run={() => record.calls.remove(item)} />
      }),
    import: () =>
      importing &&
      show((props) => (
        <ImportDialog
          {...props}
          {...importing}
          fileName={record.fileName}
          onImported={changed}
          onTakenBack={reload}
        />
      )),
  }
  const panel = Panel && inPanel && (
    <Panel
      {...formProps}
      {...inPanel}
      key={inPanel.turn}
      full={full}
      onClose={() => {
        setInPanel(null)
        focusBehind((addButton.current?.disabled ? list.heading : addButton).current)
      }}
      onSaved={() => {
        focusBehind(list.heading.current)
        changed()
      }}
    />
  )
  return { addButton, full, reload, deletedOf, open, panel, dialog }
}
