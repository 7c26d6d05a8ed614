import type { Morning, MorningBatch } from '../../../../contract/dashboard.ts'
import { dayText, formatRupees, twelveHour } from '../../../../contract/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SeatMeter } from '../../seat-meter.tsx'
import { SectionLink } from '../../section-link.tsx'
import { Panel } from './panel.tsx'

/** The batches of the next days with their seats and dues, and those that fill too slowly. */
export function Batches({ morning: { today, batches, slowBatches } }: { morning: Morning }) {
  return (
    <div className="flex flex-col gap-6">
      <Panel
        title="This week’s batches"
        aside={
          <SectionLink
            to={`rosters?view=day&day=${today}`}
            className="link inline-flex min-h-11 items-center"
          >
            Today’s sheet
          </SectionLink>
        }
      >
        {batches.length === 0 ? (
          <p className="text-ink-soft">No batch begins in the next seven days.</p>
        ) : (
          <BatchList batches={batches} today={today} />
        )}
      </Panel>
      {slowBatches.length > 0 && (
        <Panel title="Filling slowly" aside="Within three weeks, less than half full">
          <BatchList batches={slowBatches} today={today} />
        </Panel>
      )}
    </div>
  )
}

function BatchList({ batches, today }: { batches: readonly MorningBatch[]; today: string }) {
  return (
    <ul className="divide-y divide-line">
      {batches.map((batch) => (
        <li key={batch.id} className="relative grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_10rem]">
          <div className="min-w-0">
            <SectionLink
              to={`rosters?view=day&day=${batch.day}`}
              className="font-bold text-ink no-underline after:absolute after:inset-0 hover:text-leaf-ink"
            >
              {batch.courseTitle}
            </SectionLink>
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
              {batch.day === today && <Badge tone="marigold">Today</Badge>}
              {dayText(batch.day)}
              {batch.time && `, ${twelveHour(batch.time)}`}
            </p>
          </div>
          <div>
            <SeatMeter item={{ capacity: batch.capacity, enrolled: batch.taken }} />
            {batch.dueSeats > 0 && (
              <p className="mt-1 text-sm font-bold text-marigold-ink">
                {batch.dueSeats} due, {formatRupees(batch.dueAmount)}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
