import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import type { FileImport, TakenBack } from '../../../contract/row-import.ts'
import { counted, joined, momentText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { InformDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedNote } from '../../ui/failed-note.tsx'
import { type Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { RowButton } from '../row-actions.tsx'
import type { ImportDialogProps } from './import-file.ts'

type FilesOf<Path extends string> = `GET ${Path}/imports` & ApiKey
type TakesBack = Extract<ApiKey, `POST ${string}/imports/:id/take-back`>

export default function ImportsDialog({
  endpoint,
  noun,
  onTakenBack,
  ...props
}: Openable & Pick<ImportDialogProps, 'endpoint' | 'noun' | 'onTakenBack'>) {
  const path = endpoint.slice('POST '.length, -'/import'.length)
  // `keepsImports` of the contract defines both calls with the same response for every kind that can be imported.
  const files = `GET ${path}/imports` as FilesOf<'/api/admin/students'>
  const takesBack = `POST ${path}/imports/:id/take-back` as TakesBack
  const result = useQuery({ ...query(files), enabled: props.open })
  const [stayed, setStayed] = useState<TakenBack | null>(null)
  const { show, dialog } = useDialog()
  const imports = result.data?.data
  const ask = (one: FileImport) =>
    show((own) => (
      <ActionDialog
        {...own}
        title={`Undo the import of ${momentText(one.created_at)}?`}
        confirmLabel="Undo import"
        cancelLabel="Keep import"
        tone="danger"
        run={() => api(takesBack, { params: { id: one.id } })}
        onDone={({ data }) => {
          // A toast would disappear before staff have read which records were kept.
          if (data.kept.length > 0) setStayed(data)
          else toast({ title: 'Import undone', description: takenText(data, noun), tone: 'success' })
          void result.refetch()
          onTakenBack()
        }}
      >
        We’ll move {counted(one.rows, ...noun)} to the bin for 30 days. Anything changed or used since the
        import stays.
      </ActionDialog>
    ))
  return (
    <Dialog {...props} title="Past imports" description="Imported files, newest first" closeLabel="Close">
      {imports ? (
        imports.length === 0 ? (
          <p className="text-ink-soft">No imports yet</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {imports.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-bold">{momentText(one.created_at)}</span>
                  <span className="text-sm text-ink-soft">
                    {joined([counted(one.rows, ...noun), one.by && `by ${one.by}`], ' ')}
                  </span>
                </span>
                {one.takenBackAt === null ? (
                  <RowButton
                    label="Undo"
                    of={`the import of ${momentText(one.created_at)}`}
                    variant="outline"
                    onClick={() => ask(one)}
                  />
                ) : (
                  <span className="text-sm text-ink-soft">Undone {momentText(one.takenBackAt)}</span>
                )}
              </li>
            ))}
          </ul>
        )
      ) : result.error ? (
        <FailedNote title="We couldn’t load the imports." of={result} />
      ) : (
        <Loading>Loading the imports…</Loading>
      )}
      {dialog}
      <InformDialog
        open={stayed !== null}
        onClose={() => setStayed(null)}
        title={stayed?.taken ? 'Partly undone' : 'Nothing was undone'}
      >
        {stayed && (
          <>
            <p>{takenText(stayed, noun)}</p>
            <ul className="mt-3 list-disc pl-5">
              {stayed.kept.slice(0, namesSaid).map((name, n) => (
                <li key={n}>{name}</li>
              ))}
            </ul>
            {stayed.kept.length > namesSaid && <p>And {stayed.kept.length - namesSaid} more.</p>}
          </>
        )}
      </InformDialog>
    </Dialog>
  )
}

const namesSaid = 50

/** `38 students are in the bin. 2 stay, since they were changed or used:` */
function takenText({ taken, kept }: TakenBack, noun: readonly [string, string]): string {
  const gone = taken > 0 ? `Moved ${counted(taken, ...noun)} to the bin. ` : ''
  if (kept.length === 0) return gone || 'There was nothing left to undo.'
  const staying = counted(kept.length, ...noun)
  return kept.length === 1
    ? `${gone}We kept ${staying} because it was changed or used:`
    : `${gone}We kept ${staying} because they were changed or used:`
}
