import type { Morning } from '../../../../../contract/system/dashboard.ts'
import { dateText, formatRupees, grouped } from '../../../../../contract/words.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Panel } from './panels.tsx'

export function MoneyByWeek({ weeks }: { weeks: NonNullable<Morning['weeks']> }) {
  const top = axisTop(Math.max(...weeks.map(({ amount }) => amount)))
  const sum = weeks.reduce((all, { amount }) => all + amount, 0)
  return (
    <Panel
      title="Money by week"
      aside={`${formatRupees(Math.round(sum))} in ${weeks.length} weeks`}
      to="event-class-enrollments?payment=paid"
    >
      {sum === 0 && <p className="text-ink-soft">No money was received in these weeks.</p>}
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
                  {/* There is no room for a date under every week, so only every third week shows its date. */}
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

/** Returns the top of the axis: a round figure not below the highest column. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1000
  const unit = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * unit).find((top) => top >= highest) ?? 10 * unit
}

/** Returns the height as a share from 0 to 1. A small sum of money gets a height that can still be seen. */
export function barHeight(amount: number, top: number): number {
  if (amount <= 0) return 0
  return Math.max(0.012, Math.min(1, amount / top))
}

/** Writes `₹1.5 L` or `₹40 k`, short enough for an axis. A lakh (L) is 1,00,000 and a crore (Cr) 1,00,00,000. */
export function shortRupees(amount: number): string {
  const units = [
    [10_000_000, ' Cr'],
    [100_000, ' L'],
    [1000, ' k'],
  ] as const
  const [size, name] = units.find(([least]) => amount >= least) ?? [1, '']
  return `₹${grouped(Number((amount / size).toFixed(2)))}${name}`
}
