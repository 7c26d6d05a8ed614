import type * as z from 'zod/mini'
import type { ImportColumn } from '../../contract/row-import.ts'
import { readImport } from '../../web/admin/import/import-file.ts'
import { csvOf } from '../../web/admin/list/csv.ts'
import type { Column } from '../../web/admin/list/list-table.tsx'

/** Reads the CSV that a section exports in the way in which the section's import reads a file. */
export function readBack<Item>(
  section: { columns: readonly Column<Item>[] },
  columns: readonly ImportColumn[],
  schema: z.ZodMiniType,
  items: readonly Item[],
) {
  const csv = csvOf(
    section.columns.map(({ header, text, csv = text }) => ({ header, text: csv })),
    items,
  )
  return readImport(csv, columns).rows.map((row) => schema.parse(row))
}
