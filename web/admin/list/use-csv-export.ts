import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/toast-store.ts'
import { type CsvColumn, csvOf, downloadCsv } from './csv.ts'

type Read<Row> = (onRows: (rows: readonly Row[]) => void, signal: AbortSignal) => Promise<void> | void

/** Saves all that is filtered as a CSV file; `count` tells how far reading is. */
export function useCsvExport<Row>(read: Read<Row>, columns: readonly CsvColumn<Row>[]) {
  /** Rows read so far; null while nothing is exported. */
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function save(fileName: string) {
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
        toast({
          title: 'Error',
          description: 'The export stopped on the way, and nothing was saved. Please try again.',
          tone: 'error',
        })
      }
    } finally {
      setCount(null)
    }
  }
  return { count, save, cancel: () => running.current?.abort() }
}
