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

/** The card is an `<li>`. */
export interface CardProps<Item> {
  item: Item
  facts: FactsOf
  selectBox: ReactNode
  actions: ReactNode
  reload: () => void
}

export type ViewProps<Item> = Pick<CardProps<Item>, 'item' | 'facts'>

export type DeleteQuestionProps<Item> = Omit<Parameters<typeof DeleteDialog>[0], 'run'> & { item: Item }

/** The form stands in the page, not in a dialog. */
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
  /** The default is 'Delete “…”?'. */
  deleteOne?: (item: Item) => string
  /** It says what is deleted, if the question does not. */
  deleteText?: (item: Item) => string
  /** The selection has no Delete if it is missing. */
  deleteMany?: (count: number) => string
}

export interface RecordDefinition<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>
  extends Pick<ListRowsProps<K, Item>, 'title' | 'tableFrom' | 'bulk'> {
  /** The audit log and the bin use it; it also names the kept draft. */
  kind: RecordKind
  /** 'custom request', 'custom requests': sentences use them as they are, titles and buttons with capitals. */
  names: readonly [one: string, many: string]
  /** Counts the rows; the default is `names`. */
  noun?: readonly [one: string, many: string]
  /** It stands in 'Someone changed this …' and 'a new …'; the default is the first name. */
  what?: string
  /** The usual sentences use it; the default is 'create'. */
  verb?: 'create' | 'add'
  sentences?: Partial<RecordSentences<Item>>
  list: Omit<ListDefinition<K>, 'id' | 'search' | 'what'> & {
    /** The default is 'Search …' with the second name; null means that the list has no search. */
    search?: ListDefinition<K>['search'] | null
    /** The section's id; the default is the second name. */
    id?: string
  }
  /** The default takes the answer, or its `data`, as the list. */
  rows?: ListRowsProps<K, Item>['rows']
  calls: FormCalls<NoInfer<Item>, F> & { remove: (item: NoInfer<Item>) => Promise<unknown> }
  namedBy: keyof F & keyof NoInfer<Item> & string
  /** Names a record for people, if that field is not enough. */
  nameOf?: (item: Item) => string
  /** It stands in the labels of a record's buttons; the default is its name. */
  actionNameOf?: (item: Item) => string
  /** Names a kept draft; the default is the naming field, or 'a new …' if that is empty. */
  draftName?: (values: ValuesOf<F>) => string
  columns: ColumnsOf<NoInfer<Item>, F>
  Card?: ComponentType<CardProps<Item>>
  /** The dialog shows the whole record and its history; the form has the history if it is missing. */
  View?: ComponentType<ViewProps<Item>>
  wideView?: boolean
  DeleteQuestion?: ComponentType<DeleteQuestionProps<Item>>
  form: FormDefinition<Item, F, P>
  /** The form stands above the rows instead of in a dialog. */
  Panel?: ComponentType<FormPanelProps<Item, F, P>>
  /** The default is 'Add' and the name. */
  addLabel?: string
  /** A sentence that says why nothing more can be added; undefined while something can. */
  fullOf?: (rows: readonly Item[]) => string | undefined
  /** It means that there is neither an undo nor a bin. */
  isDeletedForGood?: boolean
  /** The default is every record. */
  isDeletable?: (item: Item) => boolean
  importing?: Pick<ImportDialogProps, 'endpoint' | 'columns'>
  /** The empty list shows this; the default is 'No … found', 'Add First …'. */
  empty: { text: string; title?: string; add?: string | null }
  /** It names the CSV without day and ending; the default is the second name. */
  fileName?: string
  /** These queries of the site's pages are read again after a change. */
  shownIn?: readonly (readonly unknown[])[]
  above?: (list: ListState<K>) => ReactNode
}

/** An answer needs `rows` if neither it nor its `data` is a list. */
export type WithRows<K extends ApiKey, Item> =
  EndpointResponse<Api[K]> extends readonly unknown[] | { data: readonly unknown[] }
    ? unknown
    : { rows: ListRowsProps<K, Item>['rows'] }

export type KindOfRecord<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P> = ReturnType<
  typeof recordOf<K, Item, F, P>
>

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

/** "Class created successfully" is one of them. */
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
