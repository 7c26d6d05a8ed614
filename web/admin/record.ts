import type { ComponentType, ReactNode, RefObject } from 'react'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import type { RecordKind } from '../../contract/records.ts'
import { send } from '../lib/api.ts'
import { rowsIn } from '../lib/query.ts'
import type { DeleteDialog } from './action-dialog.tsx'
import type { ImportDialogProps } from './import/import-file.ts'
import type { ListRowsProps } from './list/list-rows.tsx'
import type { ListDefinition, ListState, ListTexts } from './list/use-list.ts'
import { type ColumnsOf, columnsOf, type FactsOf } from './record-columns.tsx'
import type { Fields, ValuesOf } from './record-fields.tsx'
import type {
  FormCalls,
  FormDefinition,
  FormTexts,
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

export interface RowsProps<Item> {
  rows: readonly Item[]
  /** Gets the focus when a row has disappeared. */
  heading: RefObject<HTMLElement | null>
  isFull: boolean
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
}

export type DeleteQuestionProps<Item> = Omit<Parameters<typeof DeleteDialog>[0], 'run'> & { item: Item }

export interface FormPanelProps<Item extends Stored, F extends Fields<Item>, P = unknown>
  extends RecordFormProps<Item, F, P> {
  onClose: () => void
  full: string | undefined
}

interface RecordTexts<Item> extends ListTexts, FormTexts {
  /** The number of rows as a text, for the heading of the list. */
  counted: (facts: { count: number }) => string
  deleted: (facts: { count: number }) => string
  deleteFailed: string
  /** The question before a record is deleted. The default is 'Delete “…”?' with its name. */
  deleteOne?: (item: Item) => string
  deleteText?: (item: Item) => string
  /**
   * The question before several selected records are deleted. If this question is missing, records can only be deleted
   * one by one.
   */
  deleteMany?: (facts: { count: number }) => string
  /** The note about a draft that has no name yet. */
  keptDraft: string
  /** An empty list has a button if `add` is given. */
  empty: { title: string; text: string; add?: string }
}

export interface RecordDefinition<K extends ApiKey, Item extends Listed, F extends Fields<Item>, P = unknown>
  extends Pick<ListRowsProps<K, Item>, 'title' | 'tableFrom' | 'bulk' | 'pictureOf'> {
  /** The name of this kind of record in the audit log, in the bin and in kept drafts. */
  kind: RecordKind
  texts: RecordTexts<Item>
  list: Omit<ListDefinition<K>, 'texts'>
  /** Finds the rows in an answer. The default is the answer itself, or its `data`. */
  rows?: ListRowsProps<K, Item>['rows']
  calls: FormCalls<NoInfer<Item>, F> & { remove: (item: NoInfer<Item>) => Promise<unknown> }
  namedBy: keyof F & keyof NoInfer<Item> & string
  /** The name of a record; the default is the field `namedBy`. */
  nameOf?: (item: Item) => string
  /** The name in the labels of a record's buttons; the default is `nameOf`. */
  actionNameOf?: (item: Item) => string
  /** The name of a draft; the default is the field `namedBy`. The name may be empty. */
  draftName?: (values: ValuesOf<F>) => string
  columns: ColumnsOf<NoInfer<Item>, F>
  Card?: ComponentType<CardProps<Item>>
  /** Shows the records in a way of their own, instead of as cards and a table. */
  Rows?: ComponentType<RowsProps<Item>>
  /** A dialog that shows a record with its history. If `View` is missing, the history is shown in the form. */
  View?: ComponentType<ViewProps<Item>>
  wideView?: boolean
  DeleteQuestion?: ComponentType<DeleteQuestionProps<Item>>
  form: FormDefinition<Item, F, P>
  Panel?: ComponentType<FormPanelProps<Item, F, P>>
  /** Says why no record can be added. An empty text means that nothing is left to add, and hides the button. */
  fullOf?: (rows: readonly Item[]) => string | undefined
  /** Buttons of a record, before View, Edit and Delete. */
  Buttons?: ComponentType<Pick<CardProps<Item>, 'item' | 'reload'>>
  /** True if a deletion is final: it cannot be undone, and the record does not go to the bin. */
  isDeletedForGood?: boolean
  isDeletable?: (item: Item) => boolean
  importing?: Pick<ImportDialogProps, 'endpoint' | 'columns' | 'title'>
  /** The file name of the CSV, to which the day and the ending are added; the default is the list's id. */
  fileName?: string
  /** Keys of queries that are loaded again after a change. */
  shownIn?: readonly (readonly unknown[])[]
  above?: (list: ListState<K>) => ReactNode
  /** Shown before the buttons Import and Add. */
  toolbar?: ReactNode
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
  const { kind, namedBy, calls, texts, list, rows = rowsIn<Item> } = options
  const findInList = async (item: Item) => {
    const answer = (await send(list.endpoint, {}, {})) as EndpointResponse<Api[K]>
    return rows(answer).find((row) => row.id === item.id) ?? null
  }
  const form: RecordForm<Item, F, P> = { find: findInList, ...options.form, ...calls, name: kind, texts }
  return {
    nameOf: (item: Item) => String(item[namedBy]),
    draftName: (values: ValuesOf<F>) => String(values[namedBy] ?? ''),
    fileName: list.id,
    ...options,
    rows,
    form,
    counted: texts.counted,
    columns: columnsOf<Item, F>(options.form.fields, options.columns),
    list: { ...list, texts },
  }
}
