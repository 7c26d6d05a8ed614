import type { Morning } from '../../../../contract/dashboard.ts'
import { dateText, formatRupees } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'
import { SectionLink } from '../../section-link.tsx'
import { Panel } from './panels.tsx'
import { axisTop, barHeight, shortRupees } from './week-facts.ts'

/** Money of the last weeks as columns, each with its words for screen readers. */
export function MoneyByWeek({ weeks }: { weeks: Morning['weeks'] }) {
  const top = axisTop(Math.max(...weeks.map(({ amount }) => amount)))
  const sum = weeks.reduce((all, { amount }) => all + amount, 0)
  return (
    <Panel
      title="Money by week"
      aside={
        <SectionLink
          to="event-class-enrollments?payment=paid"
          className="link inline-flex min-h-11 items-center"
        >
          {formatRupees(Math.round(sum))} in {weeks.length} weeks
        </SectionLink>
      }
    >
      {sum === 0 && <p className="text-ink-soft">No money has come in these weeks.</p>}
      <div className="relative pt-3">
        <div aria-hidden="true" className="absolute inset-x-0 top-3 bottom-7 flex flex-col justify-between">
          {[top, top / 2, 0].map((line) => (
            <div key={line} className="relative border-t border-line">
              <span className="absolute -top-3 right-0 bg-raised pl-1 text-sm text-ink-soft">
                {shortRupees(line)}
              </span>
            </div>
          ))}
        </div>
        <ol aria-label="Money by week" className="relative flex h-56 items-end gap-1 pr-12 sm:gap-2">
          {weeks.map(({ from, amount }, n) => {
            const isNow = n === weeks.length - 1
            return (
              <li
                key={from}
                title={`${dateText(from)}: ${formatRupees(amount)}`}
                className="flex h-full min-w-0 flex-1 flex-col justify-end"
              >
                <span className="sr-only">
                  {isNow ? 'This week' : `Week of ${dateText(from)}`}: {formatRupees(amount)}
                </span>
                <div
                  aria-hidden="true"
                  className={cx('rounded-t-sm', isNow ? 'bg-leaf' : 'bg-leaf opacity-55')}
                  style={{ height: `calc((100% - 1.75rem) * ${barHeight(amount, top)})` }}
                />
                <span
                  aria-hidden="true"
                  className="flex h-7 items-end justify-center text-center text-sm whitespace-nowrap text-ink-soft"
                >
                  {/* Every third week has its day: more would not stand side by side. */}
                  {(weeks.length - 1 - n) % 3 === 0 && (isNow ? 'Now' : dateText(from))}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
    </Panel>
  )
}
