import { cx } from '../ui/class-names.ts'

/** The head of a small table: the names of its columns, each with a class of its own. */
export function HeadCells({
  columns,
  className,
}: {
  columns: readonly (readonly [name: string, className?: string])[]
  /** Of them all. */
  className: string
}) {
  return columns.map(([name, own]) => (
    <th key={name} scope="col" className={cx(className, own)}>
      {name}
    </th>
  ))
}
