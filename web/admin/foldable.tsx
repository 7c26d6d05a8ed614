import { useState } from 'react'
import { cx } from '../ui/class-names.ts'

/** A text of a row that is cut off. A press shows all of it. */
export function Foldable({ text, className }: { text: string; className: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title={isOpen ? 'Show less' : text}
      className={cx(
        'w-full text-left hover:text-leaf-ink',
        isOpen ? 'block whitespace-pre-line wrap-anywhere' : className,
      )}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
    </button>
  )
}
