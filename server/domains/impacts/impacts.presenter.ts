import type { Impact } from '../../../contract/impacts.ts'
import type { ImpactRow } from './impacts.repository.ts'

export function presentImpact(row: ImpactRow): Impact {
  return { id: row.id, title: row.title, value: row.value, version: row.version }
}
