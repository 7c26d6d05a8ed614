import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { describedBy, FieldError, FieldHint, type FieldProps, RequiredMark } from './form-field.tsx'
import { Picture, type PictureSource } from './picture.tsx'

export type FileFieldProps = FieldProps & {
  id?: string
  /** The chosen file; shown from memory, so the page's policy must allow `blob:` pictures. */
  file: File | null
  /** What stands there already, while no file is chosen. */
  current?: PictureSource | string | null
  onPick: (file: File) => void
  /** Takes away the file or, when none is chosen, the picture that stands there. Without it there is no Remove. */
  onRemove?: () => void
  accept?: string
  /** 0 to 1 while it travels. */
  progress?: number | null
  disabled?: boolean
}

/** A picture, chosen or dropped. What it may weigh is the owner's to check in `onPick`, and to say in `error`. */
export function FileField({
  id,
  label,
  hint,
  error,
  required,
  className,
  file,
  current,
  onPick,
  onRemove,
  accept = 'image/jpeg,image/png,image/webp,image/avif',
  progress,
  disabled,
}: FileFieldProps) {
  const made = useId()
  const own = id ?? made
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const fromMemory = useObjectUrl(file)
  const shown = file ? fromMemory : current

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !disabled) onPick(dropped)
  }

  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={own} className="font-bold">
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && <FieldHint id={`${own}-hint`}>{hint}</FieldHint>}
      {/* Dropping is an extra for the mouse: the input does the same for the keyboard. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex flex-wrap items-center gap-4 rounded-sm border border-dashed p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
          isOver ? 'border-leaf-ink bg-leaf-tint' : error ? 'border-rose-ink' : 'border-line-strong',
        )}
      >
        <input
          ref={input}
          id={own}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, hint, error)}
          className="sr-only"
          onChange={(event) => {
            const picked = event.target.files?.[0]
            // Emptied, so that the same file can be picked again after Remove.
            event.target.value = ''
            if (picked) onPick(picked)
          }}
        />
        <Picture picture={shown} alt="" sizes="96px" className="size-24 rounded-sm" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2">
          <p className="truncate text-sm text-ink-soft">{file?.name ?? 'Choose a picture or drop it here'}</p>
          {progress != null && (
            <div
              role="progressbar"
              aria-label="Upload"
              aria-valuenow={Math.round(progress * 100)}
              className="h-2 overflow-hidden rounded-full bg-line"
            >
              <div className="h-full bg-leaf transition-[width]" style={{ width: `${progress * 100}%` }} />
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              tabIndex={-1}
              aria-hidden="true"
              size="sm"
              variant="outline"
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {shown ? 'Replace' : 'Choose'}
            </Button>
            {shown && onRemove && (
              <Button size="sm" variant="quiet" disabled={disabled} onClick={onRemove}>
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </div>
  )
}

function useObjectUrl(file: File | null): string | null {
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
  return url
}
