import type { ComponentType, ReactNode } from 'react'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import type { RecordKind } from '../../contract/records.ts'
import { send } from '../lib/api.ts'
import { rowsIn } from '../lib/query.ts'
import type { DeleteDialog } from './action-dialog.tsx'
import type { ImportDialogProps } from './import/import-file.ts'
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

export interface CardProps<Item> {
  item: Item
  facts: FactsOf
  selectBox: ReactNode
  actions: ReactNode
  reload: () => void
}

export type ViewProps<Item> = Pick<CardProps<Item>, 'item' | 'facts'>

export type DeleteQuestionProps<Item> = Omit<Parameters<typeof DeleteDialog>[0], 'run'> & { item: Item }

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
  deleteOne?: (item: Item) => string
  deleteText?: (item: Item) => string
  /**
   * Returns the question before several selected records are deleted. Without it, records can only be deleted one by
   * one.
   */
  deleteMany?: (count: number) => string
}

export interface RecordDefinition<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>
  extends Pick<ListRowsProps<K, Item>, 'title' | 'tableFrom' | 'bulk'> {
  /** The name of this kind of record in the audit log, in the bin and in kept drafts. */
  kind: RecordKind
  /** The noun, such as 'custom request' and 'custom requests'. Titles and buttons capitalise it. */
  names: readonly [one: string, many: string]
  noun?: readonly [one: string, many: string]
  /** The noun in 'Someone changed this …' and 'a new …'; the default is the singular of `names`. */
  what?: string
  verb?: 'create' | 'add'
  sentences?: Partial<RecordSentences<Item>>
  list: Omit<ListDefinition<K>, 'id' | 'search' | 'what' | 'failed'> & {
    /** The default is 'Search …' with the plural of `names`; null means that the list has no search. */
    search?: ListDefinition<K>['search'] | null
    /** The default is the plural of `names`. */
    id?: string
    /** The default is 'Failed to fetch …' with the plural of `names`. */
    failed?: string
  }
  /** Finds the rows in an answer. The default is the answer itself, or its `data`. */
  rows?: ListRowsProps<K, Item>['rows']
  calls: FormCalls<NoInfer<Item>, F> & { remove: (item: NoInfer<Item>) => Promise<unknown> }
  namedBy: keyof F & keyof NoInfer<Item> & string
  /** The name of a record; the default is the field `namedBy`. */
  nameOf?: (item: Item) => string
  /** The name in the labels of a record's buttons; the default is `nameOf`. */
  actionNameOf?: (item: Item) => string
  /** The name of a draft; the default is the field `namedBy`, or 'a new …' if that is empty. */
  draftName?: (values: ValuesOf<F>) => string
  columns: ColumnsOf<NoInfer<Item>, F>
  Card?: ComponentType<CardProps<Item>>
  /** A dialog that shows a record with its history. Without it, the history is shown in the form. */
  View?: ComponentType<ViewProps<Item>>
  wideView?: boolean
  DeleteQuestion?: ComponentType<DeleteQuestionProps<Item>>
  form: FormDefinition<Item, F, P>
  Panel?: ComponentType<FormPanelProps<Item, F, P>>
  addLabel?: string
  fullOf?: (rows: readonly Item[]) => string | undefined
  /** True if a deletion is final: it cannot be undone, and the record does not go to the bin. */
  isDeletedForGood?: boolean
  isDeletable?: (item: Item) => boolean
  importing?: Pick<ImportDialogProps, 'endpoint' | 'columns'>
  /** The texts of an empty list. The defaults are 'No … found' and 'Add First …'. */
  empty: { text: string; title?: string; add?: string | null }
  /** The file name of the CSV, to which the day and the ending are added; the default is the plural of `names`. */
  fileName?: string
  /** Keys of queries that are loaded again after a change. */
  shownIn?: readonly (readonly unknown[])[]
  above?: (list: ListState<K>) => ReactNode
}

/** `rows` is required if neither the answer nor its `data` is a list. */
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
  const options: RecordDefinition<K, Item, F, P> = definition
  const { kind, namedBy, calls, names, verb } = options
  const [one, many] = names
  const { noun = names, what = one, rows = rowsIn<Item> } = options
  const id = many.replaceAll(' ', '-')
  const title = one.replaceAll(/\b\w/g, capitalised)
  const sentences = { ...usualSentences<Item>(names, verb), ...options.sentences }
  const { search = { label: `Search ${many}` }, ...list } = options.list
  const findInList = async (item: Item) => {
    const answer = (await send(list.endpoint, {}, {})) as EndpointResponse<Api[K]>
    return rows(answer).find((row) => row.id === item.id) ?? null
  }
  const form: RecordForm<Item, F, P> = {
    find: findInList,
    ...options.form,
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
    ...options,
    rows,
    noun,
    form,
    sentences,
    columns: columnsOf<Item, F>(options.form.fields, options.columns),
    empty: { title: `No ${many} found`, add: `Add First ${title}`, ...options.empty },
    list: { id, what: many, failed: `Failed to fetch ${many}`, ...list, ...(search && { search }) },
  }
}

function usualSentences<Item>(
  [one, many]: readonly [string, string],
  verb: 'create' | 'add' = 'create',
): RecordSentences<Item> {
  const name = capitalised(one)
  const failedTo = (action: string) => `Failed to ${action} ${one}. Please try again.`
  return {
    added: `${name} ${verb === 'add' ? 'added' : 'created'} successfully`,
    addFailed: failedTo(verb),
    updated: `${name} updated successfully`,
    updateFailed: failedTo('update'),
    deleteFailed: failedTo('delete'),
    deleted: (count) => `${count === 1 ? name : `${count} ${many}`} deleted successfully`,
  }
}
