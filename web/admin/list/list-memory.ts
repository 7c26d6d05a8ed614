import { beginningOf } from '../../../contract/graphemes.ts'
import { storage } from '../../lib/storage.ts'

export interface ListChoice {
  q: string
  sort: string
  /** The value of each filter by its name; filters without a value are left out. */
  filters: Readonly<Record<string, string>>
  view: ListView
  columns: Readonly<Record<string, readonly string[]>>
  isPinned: boolean
}
type Sought = Pick<ListChoice, 'q' | 'filters'>
type Kept = Pick<ListChoice, 'sort' | 'view' | 'columns'> & { pinned?: Sought }
export type ListView = 'cards' | 'table'

export interface ListFilter<Name extends string = string> {
  name: Name
  label: string
  all?: string
  /** The choices of the filter. Without choices the filter is a date. */
  options?: readonly { value: string; label: string }[]
}

export interface ListSort {
  /** The name by which the server sorts; a leading `-` reverses the order. */
  value: string
  label: string
}

export interface ListChoices {
  search?: unknown
  filters?: readonly ListFilter[]
  sorts?: readonly ListSort[]
}

const choiceOf = (id: string) => storage(`list:${id}`)
/** Searches are kept only as long as the tab, because they may contain somebody's name. */
const visitOf = (id: string) => storage(`list:${id}`, 'sessionStorage')
/**
 * Marks the person who uses this browser. The entry is read directly, because importing `web/lib/own-words.ts` would
 * load more code.
 */
const person = storage('person')

function sought(id: string): Partial<Sought> | undefined {
  const kept = (visitOf(id).readJson() ?? {}) as Partial<Sought> & { by?: string | null }
  return kept.by === person.read() ? kept : undefined
}

/**
 * Finds the search and filters with which a list opens. The palette counts first, then the address, then the search of
 * this visit, then the pinned search.
 */
export function openingChoice(id: string, choices: ListChoices, hash: string, searched?: string): ListChoice {
  const kept = (choiceOf(id).readJson() ?? {}) as Partial<Kept>
  const before = sought(id) ?? kept.pinned
  const asked = new URLSearchParams(hash.split('?')[1] ?? '')
  const isAsked = [...asked.keys()].some(
    (name) => name === 'q' || name === 'sort' || choices.filters?.some((filter) => filter.name === name),
  )
  const wanted = searched
    ? { q: searched, sort: null, filters: {} }
    : isAsked
      ? { q: asked.get('q') ?? '', sort: asked.get('sort'), filters: Object.fromEntries(asked) }
      : { q: before?.q ?? '', sort: kept.sort, filters: before?.filters ?? {} }
  const { search, sorts = [], filters = [] } = choices
  return {
    q: search === undefined ? '' : beginningOf(wanted.q, 100, 100),
    sort: (sorts.find(({ value }) => value === wanted.sort) ?? sorts[0])?.value ?? '',
    filters: validFilters(filters, wanted.filters),
    view: kept.view === 'table' ? 'table' : 'cards',
    columns: kept.columns ?? {},
    isPinned: kept.pinned !== undefined,
  }
}

/** Leaves out filters that this release does not offer, because the server would refuse them. */
function validFilters(filters: readonly ListFilter[], wanted: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    filters.flatMap(({ name, options }) => {
      const value = wanted[name]
      const isOffered = options
        ? options.some((option) => option.value === value)
        : /^\d{4}-\d{2}-\d{2}$/.test(value ?? '')
      return isOffered && value !== undefined ? [[name, value]] : []
    }),
  )
}

/**
 * Keeps search and filters until the tab closes, or for good if they are pinned. All other choices are kept for good.
 */
export function keepChoice(id: string, { q, filters, isPinned, ...look }: ListChoice): void {
  const kept: Kept = isPinned ? { ...look, pinned: { q, filters } } : look
  choiceOf(id).write(JSON.stringify(kept))
  visitOf(id).write(JSON.stringify({ q, filters, by: person.read() }))
}

/**
 * An empty search is no longer pinned. If it stayed pinned, the next search would be pinned although nobody asked for
 * that.
 */
export function unpinnedIfEmpty(choice: ListChoice): ListChoice {
  const isEmpty = choice.q === '' && Object.keys(choice.filters).length === 0
  return isEmpty ? { ...choice, isPinned: false } : choice
}
