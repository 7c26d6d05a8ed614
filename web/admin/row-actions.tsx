import { Eye, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'

/** View, Edit and Delete of a row; each says of which row. */
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
    <div className={cx('flex gap-1', onView ? '-mx-2 justify-between' : '-mx-4 -mb-2 flex-wrap')}>
      {onView && (
        <Button size="sm" variant="quiet" aria-label={`View ${name}`} onClick={onView}>
          <Icon of={Eye} />
          View
        </Button>
      )}
      {onEdit && (
        <Button size="sm" variant="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
          <Icon of={Pencil} />
          Edit
        </Button>
      )}
      <DeleteButton name={name} onDelete={onDelete} />
    </div>
  )
}

export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Delete ${name}`}
      className="text-rose-ink hover:bg-rose-tint"
      onClick={onDelete}
    >
      <Icon of={Trash2} />
      Delete
    </Button>
  )
}
