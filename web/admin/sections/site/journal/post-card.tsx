import type { AdminPost } from '../../../../../contract/site/journal.ts'
import { counted } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { Facts } from '../../../../ui/facts.tsx'
import type { CardProps } from '../../../record.ts'
import { RecordCard } from '../../../record-card.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { coverOf } from './post-form.tsx'

export function PostCard({ item, facts, selectBox, actions, reload }: CardProps<AdminPost>) {
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

export const stateOf = ({ status }: AdminPost): StateWords => states[status]
