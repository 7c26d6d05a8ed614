import { type ReactNode, type RefObject, useState } from 'react'
import { cx } from './class-names.ts'
import { describedBy, FieldError } from './form-field.tsx'

/** A field for files. The caller renders the label, and the hint with the id `${id}-hint`. */
export function DropZone({
  id,
  accept,
  multiple,
  disabled,
  hint,
  error,
  inputRef,
  className,
  onFiles,
  children,
}: {
  id: string
  accept: string
  multiple?: boolean
  disabled?: boolean | undefined
  hint?: ReactNode
  error?: string | null | undefined
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const take = (files: readonly File[]) => {
    if (files.length > 0 && !disabled) onFiles(files)
  }
  return (
    <>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take([...event.dataTransfer.files])
        }}
        className={cx(
          'rounded-sm border border-dashed transition-colors has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
          isOver ? 'border-leaf-ink bg-leaf-tint' : error ? 'border-rose-ink' : 'border-line-strong',
          className,
        )}
      >
        <input
          ref={inputRef}
          id={id}
          type="file"
          multiple={multiple}
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className="sr-only"
          onChange={(event) => {
            const picked = [...(event.target.files ?? [])]
            // The browser reports no change if the same file is picked again, so the value is cleared.
            event.target.value = ''
            take(picked)
          }}
        />
        {children}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  )
}
