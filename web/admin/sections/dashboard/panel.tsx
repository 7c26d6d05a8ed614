import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'

/** One part of the dashboard, under its heading. */
export function Panel({
  title,
  aside,
  children,
}: {
  title: string
  /** To the right of the heading: a total, a link. */
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="p-4 sm:p-5">
        <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {aside && <div className="text-sm text-ink-soft">{aside}</div>}
        </header>
        {children}
      </Card>
    </section>
  )
}
