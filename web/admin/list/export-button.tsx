import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ListOfPeople, listsOfPeople } from '../../../contract/people/people-lists.ts'
import { grouped } from '../../../contract/words.ts'
import { ApiError, api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type CsvColumn, csvOf, downloadCsv } from './csv.ts'

interface CsvFile<Row> {
  endpoint: string
  fileName: string
  columns: readonly CsvColumn<Row>[]
}

/**
 * Asks for permission to export. A list of people needs the password again, and its export is recorded in the audit
 * log. False if the user cancels. @throws ApiError
 */
async function requestExport(endpoint: string, rows: number): Promise<boolean> {
  if (!(endpoint in listsOfPeople)) return true
  try {
    await api('POST /api/admin/people-data/lists', { body: { list: endpoint as ListOfPeople, rows } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'confirmation_needed') return false
    throw error
  }
}

export async function saveCsv<Row>(
  { endpoint, fileName, columns }: CsvFile<Row>,
  read: () => Promise<readonly Row[] | null>,
): Promise<void> {
  try {
    const rows = await read()
    if (rows && (await requestExport(endpoint, rows.length))) downloadCsv(fileName, csvOf(columns, rows))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    const description = 'The export didn’t finish, and nothing was saved. Try again.'
    toast({ title: 'Error', description, tone: 'error' })
  }
}

export function ExportButton<Row>({
  file,
  read,
  title,
}: {
  file: CsvFile<Row>
  read: (onRows: (rows: readonly Row[]) => void, signal: AbortSignal) => Promise<void>
  title: string | undefined
}) {
  /** The number of rows read so far; null while no export runs. */
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function save() {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setCount(0)
    await saveCsv(file, async () => {
      const rows: Row[] = []
      try {
        await read((more) => {
          for (const row of more) rows.push(row)
          setCount(rows.length)
        }, signal)
      } catch (error) {
        if (!signal.aborted) throw error
      }
      return signal.aborted ? null : rows
    })
    setCount(null)
  }
  return (
    <>
      {count !== null && (
        <Button size="sm" variant="quiet" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={Download}
        className="!px-3"
        busy={count !== null}
        onClick={() => void save()}
      >
        {count === null ? <span className="max-sm:sr-only">Export CSV</span> : `Exporting… ${grouped(count)}`}
        {title !== undefined && <span className="sr-only"> of {title}</span>}
      </Button>
    </>
  )
}
