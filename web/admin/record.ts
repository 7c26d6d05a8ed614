import type { ComponentType, ReactNode } from 'react'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import type { RecordKind } from '../../contract/records.ts'
import { send } from '../lib/api.ts'
import { rowsIn } from '../lib/query.ts'
import type { DeleteDialog } from './deed-dialog.tsx'
import type { ImportDialogProps } from './import/import-props.ts'
import type { ListRowsProps } from './list/list-rows.tsx'
import { capitalised, type ListDefinition, type ListState } from './list/use-list.ts'
import { type ColumnsOf, columnsOf, type FactsOf } from './record-columns.tsx'
import type { Fields, ValuesOf } from './record-fields.tsx'
import type {
  FormCalls,
  FormDefinition,
  Listed,
  RecordForm,
  RecordFormProps,
  Stored,
} from './record-form.tsx'

/** A record as a card of the list, an `<li>`. */
export interface CardProps<Item> {
  item: Item
  facts: FactsOf
  selectBox: ReactNode
  actions: ReactNode
  /** Reads the list again. */
  reload: () => void
}

export type ViewProps<Item> = Pick<CardProps<Item>, 'item' | 'facts'>

/** The question before a delete: what `DeleteDialog` takes, and the record. */
export type DeleteQuestionProps<Item> = Omit<Parameters<typeof DeleteDialog>[0], 'run'> & { item: Item }

/** Of a form that is not in a dialog. */
export interface FormPanelProps<Item extends Stored, F extends Fields<Item>, P = unknown>
  extends RecordFormProps<Item, F, P> {
  onClose: () => void
  full: string | undefined
}

interface RecordSentences<Item> {
  added: string
  addFailed: string
  updated: string
  updateFailed: string
  deleteFailed: string
  deleted: (count: number) => string
  /** The question; 'Delete “…”?' unless told. */
  deleteOne?: (item: Item) => string
  /** What is deleted, where the question does not say it. */
  deleteText?: (item: Item) => string
  /** Without it the selection has no Delete. */
  deleteMany?: (count: number) => string
}

/** What a section says of its kind of record. */
export interface RecordDefinition<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>
  extends Pick<ListRowsProps<K, Item>, 'title' | 'tableFrom' | 'bulk'> {
  /** In the audit log and in the bin; names the kept draft. */
  kind: RecordKind
  /** 'custom request', 'custom requests': in sentences, and with capitals in titles and on buttons. */
  names: readonly [one: string, many: string]
  /** Counts the rows; `names` unless told. */
  noun?: readonly [one: string, many: string]
  /** In 'Someone changed this …' and 'a new …'; the first name unless told. */
  what?: string
  /** `verb` of the usual sentences; 'create' unless told. */
  verb?: 'create' | 'add'
  sentences?: Partial<RecordSentences<Item>>
  list: Omit<ListDefinition<K>, 'id' | 'search' | 'what'> & {
    /** 'Search …' by the second name unless told; null for a list that has no search. */
    search?: ListDefinition<K>['search'] | null
    /** The section's; the second name unless told. */
    id?: string
  }
  /** Of an answer that is a list, or has one as `data`, unless told. */
  rows?: ListRowsProps<K, Item>['rows']
  calls: FormCalls<NoInfer<Item>, F> & { remove: (item: NoInfer<Item>) => Promise<unknown> }
  /** The field that names a record. */
  namedBy: keyof F & keyof NoInfer<Item> & string
  /** For people, where that field is not enough. */
  nameOf?: (item: Item) => string
  /** In the labels of its buttons; its name unless told. */
  actionNameOf?: (item: Item) => string
  /** Names a kept draft; the naming field or 'a new …' unless told. */
  draftName?: (values: ValuesOf<F>) => string
  columns: ColumnsOf<NoInfer<Item>, F>
  Card?: ComponentType<CardProps<Item>>
  /** The whole record in a dialog with its history; without it the form has the history. */
  View?: ComponentType<ViewProps<Item>>
  wideView?: boolean
  /** Replaces the usual question before a delete. */
  DeleteQuestion?: ComponentType<DeleteQuestionProps<Item>>
  form: FormDefinition<Item, F, P>
  /** Shows the form above the rows instead of in a dialog. */
  Panel?: ComponentType<FormPanelProps<Item, F, P>>
  /** 'Add' and the name unless told. */
  addLabel?: string
  /** Why nothing more can be added; undefined while something can. */
  fullOf?: (rows: readonly Item[]) => string | undefined
  /** There is neither an undo nor a bin. */
  isDeletedForGood?: boolean
  /** All unless told. */
  isDeletable?: (item: Item) => boolean
  importing?: Pick<ImportDialogProps, 'endpoint' | 'columns'>
  /** Of the empty list: 'No … found', 'Add First …' unless told. */
  empty: { text: string; title?: string; add?: string | null }
  /** Of the CSV, without day and ending; the second name unless told. */
  fileName?: string
  /** Keys of queries of the site's pages that show the records. */
  shownIn?: readonly (readonly unknown[])[]
  above?: (list: ListState<K>) => ReactNode
}

/** An answer that is no list and has none as `data` needs `rows`. */
export type WithRows<K extends ApiKey, Item> =
  EndpointResponse<Api[K]> extends readonly unknown[] | { data: readonly unknown[] }
    ? unknown
    : { rows: ListRowsProps<K, Item>['rows'] }

export type KindOfRecord<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P> = ReturnType<
  typeof recordOf<K, Item, F, P>
>

/** A kind of record with all that follows from what its section says. */
export function recordOf<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>(
  definition: RecordDefinition<K, Item, F, P> & WithRows<K, Item>,
) {
  const told: RecordDefinition<K, Item, F, P> = definition
  const { kind, namedBy, calls, names, verb } = told
  const [one, many] = names
  const { noun = names, what = one, rows = rowsIn<Item> } = told
  const id = many.replaceAll(' ', '-')
  const title = one.replaceAll(/\b\w/g, capitalised)
  const sentences = { ...usualSentences<Item>(names, verb), ...told.sentences }
  const { search = { label: `Search ${many}` }, ...list } = told.list
  const findInList = async (item: Item) => {
    const answer = (await send(list.endpoint, {}, {})) as EndpointResponse<Api[K]>
    return rows(answer).find((row) => row.id === item.id) ?? null
  }
  const form: RecordForm<Item, F, P> = {
    find: findInList,
    ...told.form,
    ...calls,
    name: kind,
    what,
    title,
    sentences,
  }
  return {
    nameOf: (item: Item) => String(item[namedBy]),
    draftName: (values: ValuesOf<F>) => String(values[namedBy] || `a new ${what}`),
    fileName: id,
    ...told,
    rows,
    noun,
    form,
    sentences,
    columns: columnsOf<Item, F>(told.form.fields, told.columns),
    empty: { title: `No ${many} found`, add: `Add First ${title}`, ...told.empty },
    list: { id, what: many, ...list, ...(search && { search }) },
  }
}

/** As in "Class created successfully". */
function usualSentences<Item>(
  [one, many]: readonly [string, string],
  verb: 'create' | 'add' = 'create',
): RecordSentences<Item> {
  const name = capitalised(one)
  const failedTo = (deed: string) => `Failed to ${deed} ${one}. Please try again.`
  return {
    added: `${name} ${verb === 'add' ? 'added' : 'created'} successfully`,
    addFailed: failedTo(verb),
    updated: `${name} updated successfully`,
    updateFailed: failedTo('update'),
    deleteFailed: failedTo('delete'),
    deleted: (count) => `${count === 1 ? name : `${count} ${many}`} deleted successfully`,
  }
}
