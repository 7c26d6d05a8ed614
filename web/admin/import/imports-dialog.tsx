import { useQuery } from '@tanstack/react-query'
import type { FileImport, TakenBack } from '../../../contract/row-import.ts'
import { counted, momentText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedNote } from '../../ui/failed-note.tsx'
import { type Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { DeedDialog } from '../deed-dialog.tsx'
import { RowButton } from '../row-actions.tsx'

/** The files from which students came, each of which can be taken back as a whole. */
export default function ImportsDialog({ onTakenBack, ...props }: Openable & { onTakenBack: () => void }) {
  const result = useQuery({ ...query('GET /api/admin/students/imports'), enabled: props.open })
  const { show, dialog } = useDialog()
  const imports = result.data?.data
  const ask = (one: FileImport) =>
    show((own) => (
      <DeedDialog
        {...own}
        title={`Take back the import of ${momentText(one.created_at)}?`}
        confirmLabel="Take back"
        cancelLabel="Keep it"
        tone="danger"
        run={() => api('POST /api/admin/students/imports/:id/take-back', { params: { id: one.id } })}
        done={({ data }) => ({ title: 'Taken back', description: takenText(data) })}
        onDone={() => {
          void result.refetch()
          onTakenBack()
        }}
      >
        {counted(one.rows, 'student')} {one.rows === 1 ? 'goes' : 'go'} into the bin, where each can be
        restored for 30 days. Those that somebody changed since stay.
      </DeedDialog>
    ))
  return (
    <Dialog
      {...props}
      title="Imports"
      description="What came from files, the latest first."
      closeLabel="Close"
    >
      {imports ? (
        imports.length === 0 ? (
          <p className="text-ink-soft">No file was imported yet.</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {imports.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="block font-bold">{momentText(one.created_at)}</span>
                  <span className="text-sm text-ink-soft">
                    {[counted(one.rows, 'student'), one.by && `by ${one.by}`].filter(Boolean).join(' ')}
                  </span>
                </span>
                {one.takenBackAt === null ? (
                  <RowButton
                    label="Take back"
                    of={`the import of ${momentText(one.created_at)}`}
                    variant="outline"
                    onClick={() => ask(one)}
                  />
                ) : (
                  <span className="text-sm text-ink-soft">Taken back {momentText(one.takenBackAt)}</span>
                )}
              </li>
            ))}
          </ul>
        )
      ) : result.error ? (
        <FailedNote title="The imports could not be loaded." of={result} />
      ) : (
        <Loading>Loading the imports…</Loading>
      )}
      {dialog}
    </Dialog>
  )
}

const namesSaid = 3

/** `38 students are in the bin. 2 stay, since they were changed: Sita Iyer, Uma Iyer.` */
function takenText({ taken, kept }: TakenBack): string {
  const gone = `${counted(taken, 'student')} ${taken === 1 ? 'is' : 'are'} in the bin.`
  if (kept.length === 0) return gone
  const more = kept.length - namesSaid
  const names = kept.slice(0, namesSaid).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `${gone} ${kept.length} ${kept.length === 1 ? 'stays, since it was' : 'stay, since they were'} changed: ${names}.`
}
