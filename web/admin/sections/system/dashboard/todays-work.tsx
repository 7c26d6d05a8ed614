import { hourText } from '../../../../../contract/store/delivery-hours.ts'
import type { Morning } from '../../../../../contract/system/dashboard.ts'
import { atSchool, joined, timeInWords } from '../../../../../contract/words.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { SeatMeter } from '../../../seat-meter.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { Panel } from './panels.tsx'

export function TodaysWork({ morning: { today, classesToday, ordersToday } }: { morning: Morning }) {
  return (
    <div className={cx('grid gap-4', ordersToday && 'md:max-xl:grid-cols-2')}>
      <Panel title="Today’s classes" aside="Today’s sheet" to={`rosters?view=day&day=${today}`}>
        {classesToday.length === 0 ? (
          <p className="text-ink-soft">No classes meet today.</p>
        ) : (
          <ul className="divide-y divide-line">
            {classesToday.map((one) => (
              <TodaysClass key={one.id} of={one} />
            ))}
          </ul>
        )}
      </Panel>
      {ordersToday && <TodaysOrders of={ordersToday} />}
    </div>
  )
}

const rowLink = 'font-bold text-ink no-underline after:absolute after:inset-0 hover:text-leaf-ink'

function TodaysClass({
  of: { id, courseId, courseTitle, from, to, room, instructor, capacity, taken },
}: {
  of: Morning['classesToday'][number]
}) {
  const hours = from === null ? 'No time set' : joined([timeInWords(from), to && timeInWords(to)], ' – ')
  return (
    <li className="relative grid gap-x-4 gap-y-1 py-2 sm:max-md:grid-cols-[1fr_10rem]">
      <div className="min-w-0">
        <SectionLink to={`rosters?course=${courseId}&batch=${id}`} className={rowLink}>
          {courseTitle}
        </SectionLink>
        <p className="text-sm text-ink-soft">{joined([hours, room, instructor], ' · ')}</p>
      </div>
      <SeatMeter item={{ capacity, enrolled: taken }} />
    </li>
  )
}

type OrdersToday = NonNullable<Morning['ordersToday']>

const states: Record<OrdersToday['first'][number]['state'], { label: string; tone: Tone }> = {
  'to-make': { label: 'To make', tone: 'marigold' },
  ready: { label: 'Ready', tone: 'leaf' },
  'on-the-way': { label: 'On the way', tone: 'outline' },
}

/** A slot of tonight that ends after midnight needs no more words, because the list is for today. */
const hoursOf = ({ from, to }: { from: string; to: string }) =>
  [from, to].map((at) => hourText(atSchool(at)[1])).join(' – ')

function TodaysOrders({ of: { toMake, ready, onTheWay, done, first } }: { of: OrdersToday }) {
  const counts = [
    toMake > 0 && `${toMake} to make`,
    ready > 0 && `${ready} ready`,
    onTheWay > 0 && `${onTheWay} on the way`,
    done > 0 && `${done} delivered`,
  ]
  const open = toMake + ready + onTheWay
  return (
    <Panel title="Orders for today" aside="Florist’s lists" to="florist">
      <p className="text-ink-soft">{joined(counts, ' · ') || 'No orders for today.'}</p>
      <ul className="divide-y divide-line">
        {first.map(({ id, ordernumber, way, recipientName, what, slot, state }) => (
          <li key={id} className="relative flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <SectionLink
                to={`orders?q=${ordernumber}`}
                className={cx(rowLink, 'line-clamp-2 text-sm leading-5')}
              >
                {what || ordernumber}
              </SectionLink>
              <p className="text-sm leading-5 text-ink-soft">
                {joined(
                  [
                    slot && hoursOf(slot),
                    `${way === 'pickup' ? 'for collection by' : 'to'} ${recipientName}`,
                  ],
                  ' · ',
                )}
                {' · '}
                <span className="whitespace-nowrap">{ordernumber}</span>
              </p>
            </div>
            <Badge tone={states[state].tone}>{states[state].label}</Badge>
          </li>
        ))}
      </ul>
      {open > first.length && (
        <SectionLink to="florist" className="link inline-flex min-h-11 items-center text-sm">
          and {open - first.length} more
        </SectionLink>
      )}
    </Panel>
  )
}
