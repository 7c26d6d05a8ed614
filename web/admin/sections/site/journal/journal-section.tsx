import { type AdminPost, postImportColumns } from '../../../../../contract/site/journal.ts'
import { counted, dayText, timeInWords } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { addedColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byTitle, newestFirst } from '../../../list/list-choices.ts'
import type { CardProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard } from '../../../record-card.tsx'
import { hidden } from '../../../record-columns.tsx'
import { recordSection } from '../../../record-section.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { coverOf, postForm, statusOptions } from './post-form.tsx'

function PostCard({ item, facts, selectBox, actions, reload }: CardProps<AdminPost>) {
  const isOut = item.status === 'published'
  return (
    <RecordCard
      name={item.title}
      picture={coverOf(item)}
      badges={<StateBadge {...stateOf(item)} />}
      selectBox={selectBox}
      actions={actions}
    >
      <Facts
        small
        facts={[
          ...facts(['Published on', 'Author', 'Tags'], 'None'),
          ['To read', counted(item.readingMinutes, 'minute')],
        ]}
      />
      <div className="mt-auto -mx-4 flex flex-wrap items-center">
        <PublishButton post={item} onDone={reload} />
        {isOut && (
          <a
            href={`/blog/${item.slug}`}
            target="_blank"
            rel="noopener"
            aria-label={`See “${item.title}” on the site`}
            className="link inline-flex min-h-11 items-center px-4 text-sm"
          >
            See it
          </a>
        )}
      </div>
    </RecordCard>
  )
}

function PublishButton({ post, onDone }: { post: AdminPost; onDone: () => void }) {
  const stale = useStale()
  const isDraft = post.status === 'draft'
  const publish = useAction({
    run: (status: AdminPost['status']) => {
      const body = { status, version: post.version }
      return api('PUT /api/admin/blog/:id', { params: { id: post.id }, body })
    },
    done: {
      title: 'Success',
      description: isDraft ? 'The post is on the site' : 'The post is a draft again',
    },
    onDone: () => {
      stale('GET /api/blog', 'GET /api/blog/:slug')
      onDone()
    },
    onFailed: onDone,
  })
  return (
    <RowButton
      label={isDraft ? 'Publish now' : 'Unpublish'}
      of={`“${post.title}”`}
      hasColon
      busy={publish.isPending}
      onClick={() => publish.mutate(isDraft ? 'published' : 'draft')}
    />
  )
}

const states: Record<AdminPost['status'], StateWords> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'marigold' },
  published: { label: 'Published', tone: 'leaf' },
}

const stateOf = ({ status }: AdminPost): StateWords => states[status]

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
