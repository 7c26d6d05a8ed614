import { storage } from '../../lib/storage.ts'

export interface ListChoice {
  q: string
  sort: string
  /** By the filter's name, without empty ones. */
  filters: Readonly<Record<string, string>>
  view: ListView
  /** Headers of the shown columns, by table; a table without a choice is left out. */
  columns: Readonly<Record<string, readonly string[]>>
}
export type ListView = 'cards' | 'table'

export interface ListFilter<Name extends string = string> {
  name: Name
  label: string
  all?: string
  /** Without them the filter takes a school day. */
  options?: readonly { value: string; label: string }[]
}

export interface ListSort {
  /** The server's name for it; `-` before a column reverses its order. */
  value: string
  label: string
}

export interface ListChoices {
  search?: unknown
  filters?: readonly ListFilter[]
  sorts?: readonly ListSort[]
}

const choiceOf = (id: string) => storage(`list:${id}`)
const searchOf = (id: string) => storage(`list:${id}`, 'sessionStorage')

/** How a list opens: what the palette searched for, else what the address asks for, else what was chosen before. */
export function openingChoice(id: string, choices: ListChoices, hash: string, searched?: string): ListChoice {
  const kept = (choiceOf(id).readJson() ?? {}) as Partial<Omit<ListChoice, 'q'>>
  const asked = new URLSearchParams(hash.split('?')[1] ?? '')
  const isAsked = [...asked.keys()].some(
    (name) => name === 'q' || name === 'sort' || choices.filters?.some((filter) => filter.name === name),
  )
  const wanted = searched
    ? { q: searched, sort: null, filters: {} }
    : isAsked
      ? { q: asked.get('q') ?? '', sort: asked.get('sort'), filters: Object.fromEntries(asked) }
      : { q: searchOf(id).read() ?? '', sort: kept.sort, filters: kept.filters ?? {} }
  const { search, sorts = [], filters = [] } = choices
  return {
    q: search === undefined ? '' : wanted.q.slice(0, 100),
    sort: (sorts.find(({ value }) => value === wanted.sort) ?? sorts[0])?.value ?? '',
    filters: validFilters(filters, wanted.filters),
    view: kept.view === 'table' ? 'table' : 'cards',
    columns: kept.columns ?? {},
  }
}

/** Leaves out filters that this release does not offer: they would fail every load. */
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

/** Remembers a choice in this browser. A search may be somebody's name: it goes when the tab is closed. */
export function keepChoice(id: string, { q, ...kept }: ListChoice): void {
  choiceOf(id).write(JSON.stringify(kept))
  searchOf(id).write(q)
}
