import { type ReactNode, useState } from 'react'
import { plural } from '../../../contract/plural.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type ToastInput, toast } from '../../ui/toast-store.ts'
import { refusalSentence } from '../use-action.ts'

interface ActionWords<Row> {
  label: string
  tone?: 'danger'
  question: (facts: { count: number }) => string
  text: ReactNode
  /** True for rows that the action can change. The dialog says how many of the selected rows stay as they are. */
  appliesTo?: (row: Row) => boolean
  done?: (facts: { count: number }) => ToastInput
  onDone?: (rows: readonly Row[]) => void
}

export type BulkAction<Row> = ActionWords<Row> &
  (
    | {
        /** Runs for each row. Errors are listed row by row. @throws ApiError */
        run: (row: Row) => Promise<unknown>
        runAll?: never
      }
    | {
        /** Runs once for all rows, and fails for all rows together. @throws ApiError */
        runAll: (rows: readonly Row[]) => Promise<unknown>
        run?: never
      }
  )

interface Work<Row> {
  action: BulkAction<Row>
  rows: readonly Row[]
  count: number
  isRunning: boolean
  refused: readonly { name: string; sentence: string }[]
}

export function BulkBar<Row>({
  rows,
  rowName,
  actions,
  onExport,
  onClear,
  onChanged,
}: {
  rows: readonly Row[]
  rowName: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  /** Null if this user may not download lists. */
  onExport: (() => void) | null
  onClear: () => void
  onChanged: () => void
}) {
  const [work, setWork] = useState<Work<Row> | null>(null)

  async function run({ action, rows: targets }: Work<Row>) {
    const refused: { name: string; sentence: string }[] = []
    const worked: Row[] = []
    const calls = action.runAll
      ? [{ part: targets, send: () => action.runAll(targets) }]
      : targets.map((row) => ({ part: [row], send: () => action.run(row) }))
    for (const [n, { part, send }] of calls.entries()) {
      setWork({ action, rows: targets, count: n, isRunning: true, refused })
      try {
        await send()
        worked.push(...part)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 401) return
        refused.push(...part.map((row) => ({ name: rowName(row), sentence: refusalSentence(error) })))
      }
    }
    if (worked.length > 0) {
      onChanged()
      if (action.done) toast({ tone: 'success', ...action.done({ count: worked.length }) })
      action.onDone?.(worked)
    }
    if (refused.length === 0) {
      setWork(null)
      onClear()
    } else setWork({ action, rows: targets, count: targets.length, isRunning: false, refused })
  }

  const left = (action: BulkAction<Row>) => rows.filter((row) => action.appliesTo?.(row) ?? true)
  const isOver = work !== null && work.refused.length > 0 && !work.isRunning
  return (
    <div className="sticky top-24 z-20 sm:top-20 mb-4 flex flex-wrap items-center gap-2 rounded-sm border border-line bg-leaf-tint px-4 py-2 text-leaf-ink print:hidden">
      <p role="status" className="mr-auto font-bold">
        {rows.length} selected
      </p>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="sm"
          variant={action.tone === 'danger' ? 'danger' : 'outline'}
          disabled={left(action).length === 0}
          onClick={() => setWork({ action, rows: left(action), count: 0, isRunning: false, refused: [] })}
        >
          {action.label}
        </Button>
      ))}
      {onExport && (
        <Button size="sm" variant="outline" onClick={onExport}>
          Export selected
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {work && (
        <ConfirmDialog
          open
          onClose={() => setWork(null)}
          title={
            isOver
              ? `${work.refused.length} of ${work.rows.length} failed`
              : work.action.question({ count: work.rows.length })
          }
          confirmLabel={isOver ? 'OK' : work.action.label}
          cancelLabel={isOver ? null : 'Cancel'}
          tone={work.action.tone === 'danger' && !isOver ? 'danger' : 'plain'}
          busy={work.isRunning}
          onConfirm={() => (isOver ? setWork(null) : void run(work))}
        >
          {work.isRunning ? (
            <p role="status">
              {work.count + 1} of {work.rows.length}…
            </p>
          ) : isOver ? (
            <ul className="flex flex-col gap-2">
              {work.refused.map(({ name, sentence }) => (
                <li key={name}>
                  <strong>{name}</strong>: {sentence}
                </li>
              ))}
            </ul>
          ) : (
            <>
              <div>{work.action.text}</div>
              {work.rows.length < rows.length && (
                <p>
                  {plural(rows.length - work.rows.length, {
                    one: 'The other one you selected won’t change.',
                    other: `The other ${rows.length - work.rows.length} you selected won’t change.`,
                  })}
                </p>
              )}
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}
