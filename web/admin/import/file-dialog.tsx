import type { ReactNode } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Refusal } from '../form-dialog.tsx'
import { FileDrop } from './file-drop.tsx'

/** The dialog around a chosen file: what will be imported stands on its button. */
export function FileDialog({
  open,
  onClose,
  title,
  description,
  fileName,
  fileError,
  onChoose,
  what,
  isReady,
  isSending,
  failure,
  onImport,
  children,
}: Openable & {
  title: string
  description: string
  fileName: string | null
  fileError: string | null
  onChoose: (file: File) => void
  /** `12 classes`; null while nothing is known. */
  what: string | null
  isReady: boolean
  isSending: boolean
  failure: ApiError | null
  onImport: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isLocked={isSending}
      wide
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isReady} busy={isSending} onClick={onImport}>
            {isSending ? 'Importing...' : what === null ? 'Import' : `Import ${what}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Refusal error={failure} />
        <FileDrop name={fileName} error={fileError} onChoose={onChoose} />
        {children}
      </div>
    </Dialog>
  )
}
