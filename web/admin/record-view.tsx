import type { ReactNode } from 'react'
import { type Fact, FactLines } from '../ui/facts.tsx'

/** A whole record; on a wide screen its pictures are beside its facts. */
export function RecordView({
  seen,
  facts,
  description,
  children,
}: {
  seen: ReactNode
  facts: readonly Fact[]
  description: string
  children?: ReactNode
}) {
  return (
    <div className="grid gap-6 md:grid-cols-[20rem_1fr]">
      <div className="flex flex-col gap-4">{seen}</div>
      <div className="min-w-0">
        <FactLines facts={facts} />
        <h3 className="mt-5 text-lg">Description</h3>
        <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>
        {children}
      </div>
    </div>
  )
}
