import { type AdminClass, classImportColumns } from '../../../../../contract/catalogue/courses.ts'
import { plural } from '../../../../../contract/plural.ts'

import { priceText } from '../../../../features/catalogue/courses/course-facts.ts'
import { api } from '../../../../lib/api.ts'
import { addedColumn, dayColumn, fewWords } from '../../../list/columns.tsx'
import { byTitle, newestFirst, optionsOf } from '../../../list/list-choices.ts'
import { OffSiteBadge, onSiteBulk, yesOrNo } from '../../../on-site.tsx'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { SeatMeter } from '../../../seat-meter.tsx'
import { ClassCard, ClassView, pictureOf } from './class-card.tsx'
import { classForm } from './class-form.tsx'

export default recordSection({
  kind: 'class',
  calls: {
    ...callsOf('/api/admin/AdminClasses', 'edit', 'find'),
    add: (body, options) => api('POST /api/admin/AdminClasses/Add', { body }, options),
  },
  namedBy: 'title',
  texts: {
    add: 'Add Class',
    edit: 'Edit Class',
    added: 'Class created successfully',
    addFailed: 'Failed to create class. Please try again.',
    updated: 'Class updated successfully',
    updateFailed: 'Failed to update class. Please try again.',
    changed: 'Someone else changed this class.',
    keptDraft: 'We’ve kept what you typed for a new class.',
    loading: 'Loading classes…',
    notLoaded: 'We couldn’t load the classes',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshFailed: 'Failed to refresh classes',
    refreshed: 'Classes refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 class', other: `${count} classes` }),
    deleteMany: ({ count }) => plural(count, { one: 'Delete 1 class?', other: `Delete ${count} classes?` }),
    deleted: ({ count }) =>
      plural(count, { one: 'Class deleted successfully', other: `${count} classes deleted successfully` }),
    deleteFailed: 'Failed to delete class. Please try again.',
    empty: {
      title: 'No classes found',
      text: 'A class appears on the site as soon as you add it, unless you untick “On the site”.',
      add: 'Add First Class',
    },
  },
  list: {
    id: 'classes',
    endpoint: 'GET /api/admin/AdminClasses',
    pageSize: 48,
    search: { label: 'Search classes', placeholder: 'Title, category or instructor' },
    filters: [
      {
        name: 'onsite',
        label: 'On the site',
        options: optionsOf({ yes: 'On the site', no: 'Off the site' }),
      },
    ],
    states: { filter: 'onsite', counted: 'classes' },
    sorts: [newestFirst, ...byTitle],
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
      isFolded: true,
      className: 'min-w-36',
    },
    [
      'isOnSite',
      {
        header: 'On the site',
        text: yesOrNo,
        cell: (item) => (item.isOnSite ? yesOrNo(item) : <OffSiteBadge item={item} />),
        isState: true,
      },
    ],
    ['capacity', { text: ({ capacity }) => String(capacity ?? 'Unlimited'), isHidden: true }],
    ...hidden('instructor', 'startTime'),
    ['originalPrice', { text: originalPriceText, isHidden: true }],
    ...hidden('popular', 'description', 'features', 'faq'),
    { ...addedColumn, isHidden: true },
  ],
  Card: ClassCard,
  pictureOf,
  View: ClassView,
  wideView: true,
  form: classForm,
  bulk: onSiteBulk('class'),
  importing: {
    endpoint: 'POST /api/admin/AdminClasses/import',
    columns: classImportColumns,
    title: 'Import classes',
  },
})

function originalPriceText({ originalPrice }: AdminClass) {
  return originalPrice === null ? '' : priceText(originalPrice)
}
