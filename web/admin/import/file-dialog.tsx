import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Refusal } from '../form-dialog.tsx'
import { textOfFile } from './import-file.ts'
import { CsvError } from './read-csv.ts'

export function FileDialog({
  chosen: { file, refusal },
  onChoose,
  importLabel,
  isReady,
  isSending,
  failure,
  onImport,
  children,
  ...dialog
}: Openable & {
  title: string
  description: string
  chosen: { file: { name: string } | null; refusal: string | null }
  onChoose: (file: File) => void
  importLabel: string
  isReady: boolean
  isSending: boolean
  failure: ApiError | null
  onImport: () => void
  children: ReactNode
}) {
  const inputId = useId()
  return (
    <Dialog
      {...dialog}
      isLocked={isSending}
      wide
      closeLabel="Cancel"
      footer={
        <Button disabled={!isReady} busy={isSending} onClick={onImport}>
          {isSending ? 'Importing...' : importLabel}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Refusal error={failure} />
        <div>
          <DropZone
            id={inputId}
            accept=".csv,.tsv,.txt,.xls,text/csv"
            error={refusal}
            onFiles={([first]) => first && onChoose(first)}
          >
            <label
              htmlFor={inputId}
              className="flex min-h-24 cursor-pointer items-center justify-center gap-3 p-4"
            >
              <Icon of={FileUp} className="!size-6 text-leaf-ink" />
              <span className="min-w-0">
                {file ? (
                  <>
                    <strong>{file.name}</strong>. <span className="link">Choose another file</span>
                  </>
                ) : (
                  <>
                    <span className="link">Choose a CSV file</span> or drop it here
                  </>
                )}
              </span>
            </label>
          </DropZone>
        </div>
        {children}
      </div>
    </Dialog>
  )
}

/** A file that the user chooses. `read` throws CsvError with a message for staff if it cannot read the text. */
export function useChosenFile<Read extends object>(read: (text: string) => Read) {
  const [file, setFile] = useState<(Read & { name: string }) | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    file,
    setFile,
    refusal,
    choose: async (chosen: File): Promise<Read | null> => {
      setRefusal(null)
      setFile(null)
      try {
        const found = read(await textOfFile(chosen))
        setFile({ ...found, name: chosen.name })
        return found
      } catch (error) {
        if (!(error instanceof CsvError)) throw error
        setRefusal(error.message)
        return null
      }
    },
  }
}
