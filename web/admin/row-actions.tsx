import { Eye, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { IsFolded } from './list/folded-rows.tsx'
import { InRow } from './list/list-table.tsx'

export function RowActions({
  name,
  onView,
  onEdit,
  onDelete,
  children,
}: {
  name: string
  onView?: () => void
  onEdit?: () => void
  onDelete: () => void
  /** Buttons of this kind of record, before the others. */
  children?: ReactNode
}) {
  const isInRow = use(InRow)
  return (
    <div
      className={
        isInRow
          ? 'flex items-center'
          : cx('flex flex-wrap gap-1', onView ? '-mx-2 justify-between' : '-mx-4 -mb-2')
      }
    >
      {children}
      {onView && <RowButton label="View" of={name} icon={Eye} onClick={onView} />}
      {onEdit && <RowButton label="Edit" of={name} icon={Pencil} onClick={onEdit} />}
      <DeleteButton name={name} onDelete={onDelete} />
    </div>
  )
}

/** A folded record leaves it out, so that it is never the nearest button. */
export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  if (use(IsFolded)) return null
  return <RowButton label="Delete" of={name} icon={Trash2} isDanger onClick={onDelete} />
}

/**
 * A button of a record. Screen readers read `label` and `of`, which is usually the name of the record. In a row a button
 * that has an icon shows the icon alone.
 */
export function RowButton({
  label,
  of,
  hasColon = false,
  isDanger = false,
  className,
  icon,
  ...button
}: Pick<ButtonProps, 'variant' | 'icon' | 'busy' | 'className' | 'onClick'> & {
  label: string
  of: string
  /** True if screen readers read `label: of`, with a colon. */
  hasColon?: boolean
  isDanger?: boolean
}) {
  const isInRow = use(InRow)
  const name = `${label}${hasColon ? ':' : ''} ${of}`
  if (isInRow && icon) {
    const { busy, onClick } = button
    return (
      <IconButton
        label={name}
        title={label}
        className={cx(
          'text-ink-soft pointer-fine:!w-9',
          isDanger && 'hover:bg-rose-tint hover:text-rose-ink focus-visible:text-rose-ink',
        )}
        aria-busy={busy ? true : undefined}
        onClick={busy ? undefined : onClick}
        {...(busy ? { children: <Spinner /> } : { icon })}
      />
    )
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={name}
      icon={icon}
      className={cx(isDanger && 'text-rose-ink hover:bg-rose-tint hover:text-rose-ink', className)}
      {...button}
    >
      {label}
    </Button>
  )
}
