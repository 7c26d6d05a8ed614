import type { AdminInstructor } from '../../../../contract/instructors.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { ActiveBadge, yearsText } from './instructor-card.tsx'

/** Everything about one instructor, to read. */
export function InstructorViewDialog({
  open,
  onClose,
  onEdit,
  item,
}: {
  open: boolean
  onClose: () => void
  onEdit: () => void
  item: AdminInstructor
}) {
  const facts: (readonly [string, string])[] = [
    ['Email', item.email],
    ['Phone', item.phone ?? 'Not set'],
    ['Specialization', item.specialization ?? 'Not set'],
    ['Experience', item.experience_years === null ? 'Not set' : yearsText(item.experience_years)],
    ['Hourly rate', item.hourly_rate === null ? 'Not set' : formatRupees(item.hourly_rate)],
    ['Added', dayText(schoolDayOf(new Date(item.created_at)))],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeOnOutsidePress
      title={item.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onEdit}>Edit</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-5">
          <Picture
            picture={item.picture ?? imageAddress(item.profile_image)}
            alt={`Portrait of ${item.name}`}
            sizes="128px"
            className="size-32 shrink-0 rounded-full"
          />
          <ActiveBadge isActive={item.is_active} />
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 [overflow-wrap:anywhere]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {item.bio && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{item.bio}</p>}
        {item.highlights.length > 0 && (
          <ul className="list-disc pl-5">
            {item.highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        )}
        <RecordHistory kind="instructor" id={item.id} />
      </div>
    </Dialog>
  )
}
