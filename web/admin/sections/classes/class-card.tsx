import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { AdminClass } from '../../../../contract/courses.ts'
import { counted, dayText, formatRupees } from '../../../../contract/words.ts'
import { priceText } from '../../../features/courses/course-facts.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SeatMeter } from '../../seat-meter.tsx'

/** One class in the grid, with View, Edit and Delete (B§2). */
export function ClassCard({
  item,
  selectBox,
  actions,
}: {
  item: AdminClass
  selectBox: ReactNode
  actions: ReactNode
}) {
  const title = useId()
  const today = useSchoolToday()
  const isOver = item.nextbatch !== null && item.nextbatch < today
  return (
    <Card as="li" aria-labelledby={title} className="flex flex-col">
      <Picture
        picture={item.picture ?? imageAddress(item.image)}
        alt=""
        sizes="(min-width: 40rem) 20rem, 92vw"
        className="aspect-[16/9] w-full"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="-mt-2 -mb-2 flex min-h-11 flex-wrap items-center gap-2">
          <Badge tone="leaf">{item.category}</Badge>
          {item.popular && <Badge tone="marigold">Popular</Badge>}
          {selectBox && <span className="-mr-2.5 ml-auto">{selectBox}</span>}
        </div>
        <h2 id={title} className="line-clamp-3 text-lg [overflow-wrap:anywhere]">
          {item.title}
        </h2>
        <p className="line-clamp-2 text-sm text-ink-soft">{item.description}</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-soft">{isOver ? 'Last batch' : 'Next batch'}</dt>
          <dd className="font-bold">
            {item.nextbatch ? dayText(item.nextbatch) : 'Coming soon'}
            {isOver && <span className="font-normal text-ink-soft"> (over)</span>}
          </dd>
          <dt className="text-ink-soft">Price</dt>
          <dd>
            {priceText(item.price)}
            {item.originalPrice !== null && (
              <s className="ml-2 text-ink-soft">
                <span className="sr-only">instead of </span>
                {formatRupees(item.originalPrice)}
              </s>
            )}
          </dd>
          <dt className="text-ink-soft">Duration</dt>
          <dd>
            {item.duration} · {counted(item.sessions, 'session')}
          </dd>
        </dl>
        <div className="mt-auto pt-1">
          <SeatMeter item={item} />
          <Link
            to={`#rosters?course=${item.id}`}
            aria-label={`Roster of ${item.title}`}
            className="-mb-2 link inline-flex min-h-11 items-center text-sm"
          >
            Roster
          </Link>
        </div>
        <div className="-mb-1 border-t border-line pt-2">{actions}</div>
      </div>
    </Card>
  )
}
