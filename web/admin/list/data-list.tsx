import type { ComponentType, ReactNode } from 'react'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import { rowsIn } from '../../lib/query.ts'
import { List } from './list.tsx'
import { ListRows, type ListRowsProps, type WithKey } from './list-rows.tsx'
import { type ListDefinition, useList } from './use-list.ts'

type RowOf<K extends ApiKey> =
  EndpointResponse<Api[K]> extends infer Answer
    ? Answer extends { data: readonly (infer Row)[] } | readonly (infer Row)[]
      ? Row
      : never
    : never

type DataListProps<K extends ApiKey> = Omit<ListRowsProps<K, RowOf<K>>, 'rows'> & {
  toolbar?: ReactNode
  before?: ReactNode
}

export function DataList<K extends ApiKey>(props: DataListProps<K> & WithKey<RowOf<K>>) {
  return (
    <List list={props.list} toolbar={props.toolbar}>
      {props.before}
      <ListRows {...props} rows={rowsIn<RowOf<K>>} />
    </List>
  )
}

export function dataSection<K extends ApiKey>(
  definition: ListDefinition<K>,
  rows: Omit<DataListProps<K>, 'list'> & WithKey<RowOf<K>>,
): ComponentType {
  return function Section() {
    return <DataList<K> {...rows} list={useList<K>(definition)} />
  }
}
