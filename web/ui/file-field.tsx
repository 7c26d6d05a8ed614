import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { DropZone } from './drop-zone.tsx'
import { FieldHint, type FieldProps } from './form-field.tsx'
import { Picture, type PictureProps } from './picture.tsx'
import * as text from './ui.en.ts'

export const pictureKinds = 'image/jpeg,image/png,image/webp,image/avif'

export type FileFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  /** The page's security policy must allow `blob:` pictures, which show the chosen file. */
  file: File | null
  current?: PictureProps['picture']
  onPick: (file: File) => void
  onRemove: () => void
  disabled?: boolean
  /** Stands beside the buttons while the stored picture is shown. */
  beside?: ReactNode
}

/** The caller checks the picture's size in `onPick`. */
export function FileField({
  label,
  hint,
  error,
  file,
  current,
  onPick,
  onRemove,
  disabled,
  beside,
}: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const shown = useShownPicture(file, current)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <DropZone
        id={id}
        accept={pictureKinds}
        disabled={disabled}
        hint={hint}
        error={error}
        inputRef={input}
        className="flex flex-wrap items-center gap-4 p-3"
        onFiles={([first]) => first && onPick(first)}
      >
        <Picture picture={shown} alt="" sizes="96px" className="size-24 rounded-sm" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2">
          <p className="truncate text-sm text-ink-soft">{file?.name ?? text.chooseOrDrop}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              tabIndex={-1}
              aria-hidden="true"
              size="sm"
              variant="outline"
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {shown ? text.replace : text.choose}
            </Button>
            {shown && (
              <Button
                size="sm"
                variant="quiet"
                disabled={disabled}
                onClick={() => {
                  onRemove()
                  // This button disappears with the picture, so the focus moves to the input.
                  input.current?.focus()
                }}
              >
                {text.remove}
              </Button>
            )}
            {file === null && current && beside}
          </div>
        </div>
      </DropZone>
    </div>
  )
}

export function useShownPicture(
  file: File | null,
  current: PictureProps['picture'],
): PictureProps['picture'] {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return file ? url : current
}
