import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import { plural } from '../../../contract/plural.ts'
import type { FileImport, TakenBack } from '../../../contract/row-import.ts'
import { binDays } from '../../../contract/system/bin.ts'
import { joined, momentText } from '../../../contract/words.ts'
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
  onTakenBack,
  ...props
}: Openable & Pick<ImportDialogProps, 'endpoint' | 'onTakenBack'>) {
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
          else toast({ title: 'Import undone', description: takenText(data), tone: 'success' })
          void result.refetch()
          onTakenBack()
        }}
      >
        {plural(one.rows, {
          one: `We’ll move 1 record to the bin, where you can restore it for ${binDays} days.`,
          other: `We’ll move ${one.rows} records to the bin, where you can restore them for ${binDays} days.`,
        })}{' '}
        Anything changed or used since the import stays.
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
                  <span className="text-sm text-ink-soft">{joined([rowsText(one.rows), one.by])}</span>
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
            <p>{takenText(stayed)}</p>
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

const rowsText = (count: number) => plural(count, { one: '1 row', other: `${count} rows` })

function takenText({ taken, kept }: TakenBack): string {
  if (taken === 0 && kept.length === 0) return 'There was nothing left to undo.'
  return joined(
    [
      taken > 0 &&
        plural(taken, { one: 'Moved 1 record to the bin.', other: `Moved ${taken} records to the bin.` }),
      kept.length > 0 &&
        plural(kept.length, {
          one: 'We kept 1 record because it was changed or used:',
          other: `We kept ${kept.length} records because they were changed or used:`,
        }),
    ],
    ' ',
  )
}
