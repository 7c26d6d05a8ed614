import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { grouped } from '../../../contract/words.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type CsvColumn, csvOf, downloadCsv } from './csv.ts'

/** Saves all that is filtered as a CSV file, and tells how far reading is. */
export function ExportButton<Row>({
  read,
  columns,
  fileName,
  title,
}: {
  read: (onRows: (rows: readonly Row[]) => void, signal: AbortSignal) => Promise<void>
  columns: readonly CsvColumn<Row>[]
  fileName: string
  title: string | undefined
}) {
  /** Rows read so far; null while nothing is exported. */
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function save() {
    const controller = new AbortController()
    running.current = controller
    const rows: Row[] = []
    setCount(0)
    try {
      await read((more) => {
        for (const row of more) rows.push(row)
        setCount(rows.length)
      }, controller.signal)
      if (!controller.signal.aborted) downloadCsv(fileName, csvOf(columns, rows))
    } catch (error) {
      if (!controller.signal.aborted && !(error instanceof ApiError && error.status === 401)) {
        const description = 'The export stopped on the way, and nothing was saved. Please try again.'
        toast({ title: 'Error', description, tone: 'error' })
      }
    } finally {
      setCount(null)
    }
  }
  return (
    <>
      {count !== null && (
        <Button size="sm" variant="quiet" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      )}
      <Button size="sm" variant="outline" busy={count !== null} onClick={() => void save()}>
        {count === null && <Icon of={Download} className="max-sm:hidden" />}
        {count === null ? 'Export CSV' : `Exporting… ${grouped(count)}`}
        {title !== undefined && <span className="sr-only"> of {title}</span>}
      </Button>
    </>
  )
}
