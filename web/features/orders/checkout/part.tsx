import type { ReactNode } from 'react'
import { Chevron } from '../../../ui/glyphs.tsx'

/** One of the four parts of the page; when folded, it shows what was given in it. */
export function Part({
  id,
  number,
  title,
  given,
  children,
}: {
  /** A page without scripts jumps here after a press. */
  id?: string
  number: number
  title: string
  given: ReactNode
  children: ReactNode
}) {
  return (
    <details id={id} open className="group border-t border-line first:border-t-0">
      <summary className="grid min-h-14 list-none grid-cols-[auto_1fr_auto] items-center gap-x-3 py-4 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="petal row-span-2 grid size-9 place-items-center bg-leaf-tint font-display text-lg text-leaf-ink"
        >
          {number}
        </span>
        <h2 className="text-xl">{title}</h2>
        <span className="row-span-2 rotate-90 text-ink-soft transition-transform group-open:-rotate-90">
          <Chevron />
        </span>
        <span className="text-sm text-ink-soft group-open:hidden">{given || 'Not yet filled in'}</span>
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-8">{children}</div>
    </details>
  )
}
