import { useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { pictureKinds, useShownPicture } from '../../../ui/file-field.tsx'
import { FieldHint } from '../../../ui/form-field.tsx'
import { Picture } from '../../../ui/picture.tsx'

const hint = 'They help us to see what went wrong (optional). Only the school sees them.'

export function PhotographsField({
  files,
  max,
  error,
  disabled,
  onChange,
}: {
  files: readonly File[]
  max: number
  error: string | null
  disabled: boolean
  onChange: (files: readonly File[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-bold">
        Photographs
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <DropZone
        id={id}
        accept={pictureKinds}
        multiple
        disabled={disabled}
        hint={hint}
        error={error}
        inputRef={input}
        className="flex flex-col gap-3 p-3"
        onFiles={(more) => onChange([...files, ...more])}
      >
        {files.length > 0 && (
          <ul aria-label="Chosen photographs" className="flex flex-wrap gap-3">
            {files.map((file, n) => (
              // The same photograph may be chosen twice, so the key has its place too.
              <li key={`${n} ${file.name}`} className="flex flex-col items-center gap-1">
                <Thumbnail file={file} />
                <Button
                  size="sm"
                  variant="quiet"
                  disabled={disabled}
                  onClick={() => {
                    onChange(files.filter((_, other) => other !== n))
                    // The focus moves to the input, because this button disappears with the photograph.
                    input.current?.focus()
                  }}
                >
                  Remove<span className="sr-only"> photograph {n + 1}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            tabIndex={-1}
            aria-hidden="true"
            size="sm"
            variant="outline"
            disabled={disabled || files.length >= max}
            onClick={() => input.current?.click()}
          >
            {files.length === 0 ? 'Add photographs' : 'Add another'}
          </Button>
          <p className="text-sm text-ink-soft" role="status">
            {files.length} of {max}
          </p>
        </div>
      </DropZone>
    </div>
  )
}

function Thumbnail({ file }: { file: File }) {
  return (
    <Picture
      picture={useShownPicture(file, null)}
      alt={file.name}
      className="size-20 rounded-sm object-cover"
    />
  )
}
