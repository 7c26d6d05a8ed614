import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const tones = {
  info: 'bg-leaf-tint text-leaf-ink',
  success: 'bg-leaf-tint text-leaf-ink',
  warning: 'bg-marigold-tint text-marigold-ink',
  error: 'bg-rose-tint text-rose-ink',
}

export type NoteProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  /** The ARIA role of a note that appears: `alert` is announced at once, `status` when the screen reader pauses. */
  role?: 'alert' | 'status'
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** A note. Renders nothing if the note has no content. */
export function Note({ tone = 'info', title, role, action, className, children }: NoteProps) {
  if (!title && !children) return null
  return (
    <div
      role={role}
      data-note=""
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-l-4 border-current px-4 py-3',
        tones[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-60">
        {title && <p className="font-bold">{title}</p>}
        {children && <div className={title ? 'text-ink' : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  )
}

export function ErrorNote(note: Omit<NoteProps, 'tone' | 'role'>) {
  return <Note tone="error" role="alert" {...note} />
}
