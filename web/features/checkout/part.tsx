import type { ReactNode } from 'react'
import { Chevron } from '../../ui/glyphs.tsx'

/** One of the four parts of the page; folded, it says what was given in it. */
export function Part({
  id,
  number,
  title,
  given,
  children,
}: {
  /** Where a page without scripts goes on after a press. */
  id?: string
  number: number
  title: string
  given: ReactNode
  children: ReactNode
}) {
  return (
    <details id={id} open className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-14 list-none items-center gap-3 py-4 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="petal grid size-9 shrink-0 place-items-center bg-leaf-tint font-display text-lg text-leaf-ink"
        >
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <h2 className="text-xl">{title}</h2>
          <span className="block text-sm text-ink-soft group-open:hidden">
            {given || 'Not yet filled in'}
          </span>
        </span>
        <span className="shrink-0 rotate-90 text-ink-soft transition-transform group-open:-rotate-90">
          <Chevron />
        </span>
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-8">{children}</div>
    </details>
  )
}
