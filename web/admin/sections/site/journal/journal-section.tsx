import { type AdminPost, postImportColumns } from '../../../../../contract/site/journal.ts'
import { counted, dayText, timeInWords } from '../../../../../contract/words.ts'
import { addedColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byTitle, newestFirst } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { PostCard, stateOf } from './post-card.tsx'
import { postForm, statusOptions } from './post-form.tsx'

export default recordSection({
  kind: 'post',
  calls: callsOf('/api/admin/blog', 'edit', 'find'),
  names: ['post', 'posts'],
  namedBy: 'title',
  sentences: { deleteMany: (count) => `Delete ${counted(count, 'post')}?` },
  list: {
    id: 'blog',
    endpoint: 'GET /api/admin/blog',
    pageSize: 24,
    filters: [{ name: 'status', label: 'Status', options: statusOptions }],
    sorts: [
      newestFirst,
      { value: 'published', label: 'Published, newest first' },
      { value: '-published', label: 'Published, oldest first' },
      ...byTitle,
    ],
  },
  columns: [
    ['title', { sort: 'title', className: fewWords }],
    stateColumn('Status', stateOf),
    [
      'publishOn',
      { text: publishedText, csv: ({ publishOn }) => publishOn?.replace('T', ' ') ?? '', sort: 'published' },
    ],
    { header: 'Author', text: ({ author }) => author ?? '' },
    'tags',
    ['slug', { className: fewWords }],
    ...hidden('excerpt', 'body'),
    { ...addedColumn, isHidden: true },
  ],
  Card: PostCard,
  form: postForm,
  importing: { endpoint: 'POST /api/admin/blog/import', columns: postImportColumns },
  empty: { text: 'Write the first one: it stands in the journal of the site once it is published.' },
  shownIn: [['GET /api/blog'], ['GET /api/blog/:slug']],
})

function publishedText({ publishOn }: AdminPost): string {
  return publishOn === null ? '' : `${dayText(publishOn.slice(0, 10))}, ${timeInWords(publishOn.slice(11))}`
}
