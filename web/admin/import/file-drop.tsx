import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/form-field.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Where a CSV file is dropped or chosen. */
export function FileDrop({
  name,
  error,
  onChoose,
}: {
  name: string | null
  error: string | null
  onChoose: (file: File) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onChoose(dropped)
  }
  return (
    <div>
      {/* Dropping is an extra for the mouse: the input does the same for the keyboard. */}
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex min-h-24 items-center justify-center gap-3 rounded-sm border border-dashed p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
          isOver ? 'border-leaf-ink bg-leaf-tint' : error ? 'border-rose-ink' : 'border-line-strong',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="sr-only"
          onChange={(event) => {
            const picked = event.target.files?.[0]
            // Emptied, so that the same file can be picked again when it was mended.
            event.target.value = ''
            if (picked) onChoose(picked)
          }}
        />
        <Icon of={FileUp} className="!size-6 text-leaf-ink" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {name === null ? (
            <>
              <span className="link">Choose a CSV file</span> or drop it here
            </>
          ) : (
            <>
              <strong>{name}</strong>. <span className="link">Choose another</span>
            </>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
