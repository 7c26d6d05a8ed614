import { Link } from 'react-router'
import type { AdminClass } from '../../../../contract/courses.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, twelveHour } from '../../../../contract/words.ts'
import { priceText } from '../../../features/courses/course-facts.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { SeatMeter } from '../../seat-meter.tsx'

/** Everything about one class, to read. */
export function ClassViewDialog({
  open,
  onClose,
  onEdit,
  item,
}: {
  open: boolean
  onClose: () => void
  onEdit: () => void
  item: AdminClass
}) {
  const facts: (readonly [string, string])[] = [
    ['Next batch', item.nextbatch ? dayText(item.nextbatch) : 'Coming soon'],
    ['Start time', item.startTime ? twelveHour(item.startTime) : 'Not set'],
    ['Price', priceText(item.price)],
    ['Original price', item.originalPrice === null ? 'None' : formatRupees(item.originalPrice)],
    ['Duration', item.duration],
    ['Sessions', String(item.sessions)],
    ['Instructor', item.instructor ?? 'Not set'],
    ['Added', dayText(schoolDayOf(new Date(item.created_at)))],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeOnOutsidePress
      wide
      title={item.title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onEdit}>Edit</Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[20rem_1fr]">
        <div className="flex flex-col gap-4">
          <div>
            <Picture
              picture={item.picture ?? imageAddress(item.image)}
              alt=""
              sizes="(min-width: 48rem) 20rem, 92vw"
              className="aspect-[4/3] w-full rounded-sm"
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Badge tone="leaf">{item.category}</Badge>
            {item.popular && <Badge tone="marigold">Popular</Badge>}
          </div>
          <SeatMeter item={item} />
          <Link
            to={`#rosters?course=${item.id}`}
            className="link inline-flex min-h-11 items-center self-start"
          >
            Roster
          </Link>
          <a
            href={`/classes/${item.slug}`}
            target="_blank"
            rel="noopener"
            className="link inline-flex min-h-11 items-center self-start"
          >
            See it on the site
          </a>
        </div>
        <div className="min-w-0">
          <dl className="divide-y divide-line border-y border-line">
            {facts.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[8rem_1fr] gap-4 py-2">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="min-w-0">{value}</dd>
              </div>
            ))}
          </dl>
          <h3 className="mt-5 text-lg">Description</h3>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{item.description}</p>
          <h3 className="mt-5 text-lg">Features</h3>
          {item.features.length === 0 ? (
            <p className="mt-1 text-ink-soft">No features listed</p>
          ) : (
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 marker:text-rose-ink">
              {item.features.map((feature, n) => (
                // The same words may stand twice.
                <li key={`${n} ${feature}`}>{feature}</li>
              ))}
            </ul>
          )}
          <div className="mt-6">
            <RecordHistory kind="class" id={item.id} />
          </div>
        </div>
      </div>
    </Dialog>
  )
}
