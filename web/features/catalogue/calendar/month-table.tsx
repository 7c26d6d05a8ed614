import type { ComponentProps, ReactNode } from 'react'
import { monthText, weekdays } from '../../../../contract/words.ts'
import { weeksOf } from './month.ts'

/** A month's weeks as rows; `cell` draws a day, which may belong to a neighbour. */
export function MonthTable({
  month,
  cell,
  ...table
}: ComponentProps<'table'> & { month: string; cell: (day: string) => ReactNode }) {
  return (
    <table aria-label={monthText(month)} {...table}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-2 text-sm font-bold text-ink-soft">
              {/* oxlint-disable-next-line malar/whole-letters -- a weekday */}
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>{week.map(cell)}</tr>
        ))}
      </tbody>
    </table>
  )
}
