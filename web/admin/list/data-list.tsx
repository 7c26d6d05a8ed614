import type { ComponentType, ReactNode } from 'react'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import { List } from './list.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'
import { useList } from './use-list.ts'

type DataKey = {
  [K in ApiKey]: EndpointResponse<Api[K]> extends { data: readonly unknown[] } ? K : never
}[ApiKey]
type RowOf<K extends DataKey> = EndpointResponse<Api[K]>['data'][number]

/** A row's `id` is its key unless told. */
type Keyed<Row, Key = { rowKey: (row: Row) => string }> = Row extends { id: string } ? Partial<Key> : Key

type DataListProps<K extends DataKey> = Omit<ListRowsProps<K, RowOf<K>>, 'rows' | 'rowKey'> &
  Keyed<RowOf<K>> & { toolbar?: ReactNode; before?: ReactNode }

/** A list with one table, of an endpoint that answers `{ data }`. */
export function DataList<K extends DataKey>({ toolbar, before, ...given }: DataListProps<K>) {
  const rows = { rowKey: ({ id }: { id: string }) => id, ...given } as Omit<
    ListRowsProps<K, RowOf<K>>,
    'rows'
  >
  return (
    <List list={rows.list} toolbar={toolbar}>
      {before}
      <ListRows {...rows} rows={(answer) => answer.data as readonly RowOf<K>[]} />
    </List>
  )
}

/** A section that is one list to look at, named as its address is. */
export function dataSection<K extends DataKey>(
  endpoint: K,
  noun: readonly [one: string, many: string],
  failed: string,
  rows: Omit<DataListProps<K>, 'list' | 'noun'>,
): ComponentType {
  const [, many] = noun
  const search = { label: `Search ${many}` }
  const definition = { id: many, endpoint, what: many, search, failed }
  return function Section() {
    const props = { ...rows, list: useList<K>(definition), noun }
    return DataList(props as unknown as DataListProps<K>)
  }
}
