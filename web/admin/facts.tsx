import type { ReactNode } from 'react'
import { Facts as FactGrid } from '../ui/facts.tsx'

/** A fact of a record under its name; one that is null or empty is left out. */
export type Fact = readonly [name: string, value: ReactNode]

const known = (facts: readonly Fact[]) => facts.filter(([, value]) => value !== null && value !== '')

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {known(facts).map(([name, value]) => (
        <div key={name} className="grid grid-cols-[8rem_1fr] gap-4 py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const CardFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <FactGrid facts={facts} className="grid-cols-[auto_1fr] text-sm [overflow-wrap:anywhere]" />
)
