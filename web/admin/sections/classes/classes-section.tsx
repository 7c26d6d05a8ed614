import { type AdminClass, classImportColumns } from '../../../../contract/courses.ts'
import { counted, dayText } from '../../../../contract/words.ts'
import { priceText } from '../../../features/courses/course-facts.ts'
import { api } from '../../../lib/api.ts'
import { addedColumn, fewWords, longText } from '../../list/columns.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordSection } from '../../record-section.tsx'
import { SeatMeter } from '../../seat-meter.tsx'
import { ClassCard, ClassView } from './class-card.tsx'
import { classForm } from './class-form.tsx'

const definition: ListDefinition<'GET /api/admin/AdminClasses'> = {
  id: 'classes',
  endpoint: 'GET /api/admin/AdminClasses',
  pageSize: 48,
  search: { label: 'Search classes' },
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title, A to Z' },
    { value: '-title', label: 'Title, Z to A' },
  ],
  sentences: listSentences('classes', 'Failed to fetch data. Please try again.', {
    refreshFailed: 'Failed to refresh classes',
  }),
}

const columns: readonly Column<AdminClass>[] = [
  { header: 'Title', text: ({ title }) => title, sort: 'title', className: fewWords },
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
  { header: 'Capacity', text: ({ capacity }) => String(capacity ?? 'Unlimited'), isHidden: true },
  { header: 'Instructor', text: ({ instructor }) => instructor ?? '', isHidden: true },
  { header: 'Start time', text: ({ startTime }) => startTime ?? '', isHidden: true },
  {
    header: 'Original price',
    text: ({ originalPrice }) => (originalPrice === null ? '' : priceText(originalPrice)),
    csv: ({ originalPrice }) => String(originalPrice ?? ''),
    isHidden: true,
  },
  { header: 'Popular', text: ({ popular }) => (popular ? 'Yes' : 'No'), isHidden: true },
  { header: 'Description', text: ({ description }) => description, className: longText, isHidden: true },
  { header: 'Features', text: ({ features }) => features.join('\n'), className: longText, isHidden: true },
  { ...addedColumn, isHidden: true },
]

/** Classes; the server calls them courses. */
export default function ClassesSection() {
  return (
    <RecordSection
      kind="class"
      noun={['class', 'classes']}
      list={useList(definition)}
      rows={(answer) => answer}
      nameOf={({ title }) => title}
      columns={columns}
      Card={ClassCard}
      View={ClassView}
      wideView
      form={classForm}
      draftName={({ title }) => title || 'a new class'}
      remove={{
        run: ({ id }) => api('DELETE /api/admin/AdminClasses/:id', { params: { id } }),
        failed: 'Failed to delete class. Please try again.',
        done: (count) =>
          count === 1 ? 'Class deleted successfully' : `${count} classes deleted successfully`,
        many: (count) => `Delete ${counted(count, 'class', 'classes')}?`,
      }}
      importing={{ endpoint: 'POST /api/admin/AdminClasses/import', columns: classImportColumns }}
      empty={{
        title: 'No classes found',
        text: 'Add the first class and it appears on the site at once.',
        add: 'Add First Class',
      }}
      fileName="classes"
    />
  )
}
