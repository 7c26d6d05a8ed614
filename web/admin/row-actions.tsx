import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Edit and Delete of a row; each says of which row. */
export function RowActions({
  name,
  onEdit,
  onDelete,
}: {
  name: string
  onEdit?: () => void
  onDelete: () => void
}) {
  return (
    <div className="-mx-4 -mb-2 flex flex-wrap gap-1">
      {onEdit && (
        <Button size="sm" variant="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
          <Icon of={Pencil} />
          Edit
        </Button>
      )}
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
    </div>
  )
}
