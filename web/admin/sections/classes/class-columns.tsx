import type { AdminClass } from '../../../../contract/courses.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { priceText } from '../../../features/courses/course-facts.ts'
import type { Column } from '../../list/list-table.tsx'
import { SeatMeter } from '../../seat-meter.tsx'

/** Of the table and of the CSV. */
export const classColumns: readonly Column<AdminClass>[] = [
  {
    header: 'Title',
    text: ({ title }) => title,
    sort: 'title',
    className: 'min-w-48 [overflow-wrap:anywhere]',
  },
  { header: 'Category', text: ({ category }) => category },
  {
    header: 'Next batch',
    text: ({ nextbatch }) => (nextbatch ? dayText(nextbatch) : 'Coming soon'),
    csv: ({ nextbatch }) => nextbatch ?? '',
    className: 'min-w-32',
  },
  { header: 'Price', text: ({ price }) => priceText(price), csv: ({ price }) => String(price) },
  { header: 'Duration', text: ({ duration }) => duration, isHidden: true },
  { header: 'Sessions', text: ({ sessions }) => String(sessions), isHidden: true },
  {
    header: 'Seats taken',
    text: ({ enrolled }) => String(enrolled),
    cell: (item) => <SeatMeter item={item} />,
    className: 'min-w-36',
  },
  {
    header: 'Capacity',
    text: ({ capacity }) => (capacity === null ? 'Unlimited' : String(capacity)),
    isHidden: true,
  },
  { header: 'Instructor', text: ({ instructor }) => instructor ?? '', isHidden: true },
  { header: 'Start time', text: ({ startTime }) => startTime ?? '', isHidden: true },
  {
    header: 'Original price',
    text: ({ originalPrice }) => (originalPrice === null ? '' : priceText(originalPrice)),
    csv: ({ originalPrice }) => (originalPrice === null ? '' : String(originalPrice)),
    isHidden: true,
  },
  { header: 'Popular', text: ({ popular }) => (popular ? 'Yes' : 'No'), isHidden: true },
  {
    header: 'Description',
    text: ({ description }) => description,
    className: 'min-w-64 whitespace-pre-line',
    isHidden: true,
  },
  {
    header: 'Features',
    text: ({ features }) => features.join('\n'),
    className: 'min-w-48 whitespace-pre-line',
    isHidden: true,
  },
  {
    header: 'Added',
    text: (item) => dayText(schoolDayOf(new Date(item.created_at))),
    csv: (item) => schoolDayOf(new Date(item.created_at)),
    isHidden: true,
  },
]
