import { weekdays } from '../../../../contract/words.ts'

export function WeekdayHead() {
  return (
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
  )
}
