import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'

export function HeadCells({
  columns,
  className,
}: {
  columns: readonly (readonly [name: string, className?: string])[]
  className: string
}) {
  return columns.map(([name, own]) => (
    <th key={name} scope="col" className={cx(className, own)}>
      {name}
    </th>
  ))
}

/** A table whose rows become small cards if there is little room. */
export function FoldingTable({
  labelledBy,
  className,
  head,
  children,
}: {
  labelledBy: string
  className?: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    <div className="@container">
      <table
        aria-labelledby={labelledBy}
        className={cx(
          'w-full border-y border-line bg-raised text-sm @max-text:block @text:border-x',
          className,
        )}
      >
        <thead className="border-b border-line bg-sunk text-left @max-text:sr-only">
          <tr>{head}</tr>
        </thead>
        <tbody className="divide-y divide-line @max-text:block">{children}</tbody>
      </table>
    </div>
  )
}
