import { type AdminClass, classImportColumns } from '../../../../../contract/catalogue/courses.ts'
import { counted } from '../../../../../contract/words.ts'
import { priceText } from '../../../../features/catalogue/courses/course-facts.ts'
import { api } from '../../../../lib/api.ts'
import { addedColumn, dayColumn, fewWords } from '../../../list/columns.tsx'
import { byTitle, newestFirst } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { SeatMeter } from '../../../seat-meter.tsx'
import { ClassCard, ClassView } from './class-card.tsx'
import { classForm } from './class-form.tsx'

export default recordSection({
  kind: 'class',
  calls: {
    ...callsOf('/api/admin/AdminClasses', 'edit', 'find'),
    add: (body, options) => api('POST /api/admin/AdminClasses/Add', { body }, options),
  },
  names: ['class', 'classes'],
  namedBy: 'title',
  sentences: { deleteMany: (count) => `Delete ${counted(count, 'class', 'classes')}?` },
  list: {
    endpoint: 'GET /api/admin/AdminClasses',
    pageSize: 48,
    sorts: [newestFirst, ...byTitle],
    failed: 'Failed to fetch data. Please try again.',
    sentences: { refreshFailed: 'Failed to refresh classes' },
  },
  columns: [
    ['title', { sort: 'title', className: fewWords }],
    ['category', { isFolded: true }],
    dayColumn('Next batch', ({ nextbatch }: AdminClass) => nextbatch, 'Coming soon'),
    ['price', { text: ({ price }) => priceText(price) }],
    ...hidden('duration', 'sessions'),
    {
      header: 'Seats taken',
      text: ({ enrolled }) => String(enrolled),
      cell: (item) => <SeatMeter item={item} />,
      className: 'min-w-36',
    },
    ['capacity', { text: ({ capacity }) => String(capacity ?? 'Unlimited'), isHidden: true }],
    ...hidden('instructor', 'startTime'),
    ['originalPrice', { text: originalPriceText, isHidden: true }],
    ...hidden('popular', 'description', 'features', 'faq'),
    { ...addedColumn, isHidden: true },
  ],
  Card: ClassCard,
  View: ClassView,
  wideView: true,
  form: classForm,
  importing: { endpoint: 'POST /api/admin/AdminClasses/import', columns: classImportColumns },
  empty: { text: 'A class appears on the site as soon as you add it.' },
})

function originalPriceText({ originalPrice }: AdminClass) {
  return originalPrice === null ? '' : priceText(originalPrice)
}
