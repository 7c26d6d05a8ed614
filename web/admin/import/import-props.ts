import type { EndpointInput } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import type { ImportBody, ImportColumn } from '../../../contract/row-import.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'

type ImportKey = {
  [K in ApiKey]: EndpointInput<Api[K]>['body'] extends ImportBody
    ? K extends `${string}/import`
      ? K
      : never
    : never
}[ApiKey]

export interface ImportDialogProps extends Openable {
  endpoint: ImportKey
  columns: readonly ImportColumn[]
  noun: readonly [one: string, many: string]
  onImported: () => void
  onTakenBack: () => void
}
