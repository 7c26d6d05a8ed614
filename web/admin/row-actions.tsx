import { Eye, Pencil, Trash2 } from 'lucide-react'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

export function RowActions({
  name,
  onView,
  onEdit,
  onDelete,
}: {
  name: string
  onView?: () => void
  onEdit?: () => void
  onDelete: () => void
}) {
  return (
    <div className={cx('flex flex-wrap gap-1', onView ? '-mx-2 justify-between' : '-mx-4 -mb-2')}>
      {onView && <RowButton label="View" of={name} icon={Eye} onClick={onView} />}
      {onEdit && <RowButton label="Edit" of={name} icon={Pencil} onClick={onEdit} />}
      <DeleteButton name={name} onDelete={onDelete} />
    </div>
  )
}

export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return <RowButton label="Delete" of={name} icon={Trash2} isDanger onClick={onDelete} />
}

/** A button in a row. Screen readers read `label` and `of`, which is usually the name of the row's record. */
export function RowButton({
  label,
  of,
  hasColon = false,
  isDanger = false,
  className,
  ...button
}: Pick<ButtonProps, 'variant' | 'icon' | 'busy' | 'className' | 'onClick'> & {
  label: string
  of: string
  /** True if screen readers read `label: of`, with a colon. */
  hasColon?: boolean
  isDanger?: boolean
}) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`${label}${hasColon ? ':' : ''} ${of}`}
      className={cx(isDanger && 'text-rose-ink hover:bg-rose-tint', className)}
      {...button}
    >
      {label}
    </Button>
  )
}
