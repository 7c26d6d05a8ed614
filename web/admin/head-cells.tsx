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
