import { storage } from '../../lib/storage.ts'

/** What somebody chose for a list of the back office. */
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
  /** The choice of none; 'All' unless told. */
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
  const base: ListChoice = {
    q: '',
    sort: choices.sorts?.[0]?.value ?? '',
    filters: {},
    view: kept.view === 'table' ? 'table' : 'cards',
    columns: kept.columns ?? {},
  }
  const asked = new URLSearchParams(hash.split('?')[1] ?? '')
  const isAsked = [...asked.keys()].some(
    (name) => name === 'q' || name === 'sort' || choices.filters?.some((filter) => filter.name === name),
  )
  const wanted = searched
    ? { q: searched, sort: null, filters: {} }
    : isAsked
      ? { q: asked.get('q') ?? '', sort: asked.get('sort'), filters: Object.fromEntries(asked) }
      : { q: searchOf(id).read() ?? '', sort: kept.sort, filters: kept.filters ?? {} }
  return {
    ...base,
    q: choices.search === undefined ? '' : wanted.q.slice(0, 100),
    sort: choices.sorts?.find(({ value }) => value === wanted.sort)?.value ?? base.sort,
    filters: validFilters(choices.filters ?? [], wanted.filters),
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
