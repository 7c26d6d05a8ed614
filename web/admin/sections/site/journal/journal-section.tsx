import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { plural } from '../../../../../contract/plural.ts'
import {
  type AdminPost,
  postBodyMax,
  postFields,
  postImageBytesMax,
  postImportColumns,
} from '../../../../../contract/site/journal.ts'
import { normaliseTextList } from '../../../../../contract/text-list.ts'
import { counted, dayText, joined, timeInWords } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { query, rowsIn, useStale } from '../../../../lib/query.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { FileField } from '../../../../ui/file-field.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { addedColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byTitle, newestFirst } from '../../../list/list-choices.ts'
import { RecordPreview } from '../../../on-site.tsx'
import type { CardProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard, RowCell } from '../../../record-card.tsx'
import { hidden } from '../../../record-columns.tsx'
import { choice, formFields, orNone, text } from '../../../record-fields.tsx'
import type { FormDefinition, FormParts } from '../../../record-form.tsx'
import { recordSection } from '../../../record-section.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { TextEditor } from './text-editor.tsx'

const statusOptions = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
] as const

const fields = formFields(
  postFields,
  {
    excerpt: { hint: 'Shown in lists. Leave blank to use the start of the text.', maxLength: 300, rows: 2 },
    body: { maxLength: postBodyMax, rows: 18 },
  },
  {
    slug: orNone(
      text('Address', postFields.slug.rule, {
        hint: 'The last part of the page’s address, after /blog/. Leave blank to use the title. Old addresses redirect to the new one.',
        maxLength: 80,
        autoComplete: 'off',
      }),
    ),
    instructorId: orNone(choice('Author', [])),
    tags: {
      ...text('Tags', postFields.tags.rule, {
        hint: 'Separate with commas, such as Jasmine, Wedding. Tags decide which courses and products we suggest below the post.',
      }),
      read: (item: AdminPost) => item.tags.join(', '),
      write: (typed: string) => normaliseTextList(typed),
    },
    status: choice<AdminPost['status']>('Status', statusOptions, { rule: postFields.status.rule }),
    publishOn: orNone(
      text('Published on', postFields.publishOn.rule, {
        type: 'datetime-local',
        hint: 'School time. Leave blank to publish right away.',
      }),
    ),
  },
)

/**
 * Returns the choices for the author. Inactive instructors are included, because they may have written the post. The
 * current author is included even before the instructors are loaded, because the field would otherwise show Nobody.
 */
function useAuthorOptions(chosen: string, base: AdminPost | null) {
  const { data, error } = useQuery(query('GET /api/instructors'))
  const rows = rowsIn<{ id: string; name: string }>(data)
  const authors = rows.map(({ id, name }) => ({ value: id, label: name }))
  if (chosen !== '' && !rows.some(({ id }) => id === chosen)) {
    const own = base?.instructorId === chosen ? base.author : null
    authors.unshift({ value: chosen, label: own ?? 'Current author' })
  }
  return { options: [{ value: '', label: 'No author' }, ...authors], lost: error }
}

function Layout({ input, fold, form, base, pictureProps }: FormParts<AdminPost, typeof fields>) {
  const [body, status, instructorId] = useWatch({
    control: form.control,
    name: ['body', 'status', 'instructorId'],
  })
  const { options, lost } = useAuthorOptions(instructorId, base)
  return (
    <>
      {input('title')}
      <TextEditor
        text={body}
        onChange={(next) => {
          form.clearErrors('body')
          form.setValue('body', next, { shouldDirty: true })
        }}
      >
        {input('body')}
      </TextEditor>
      <FileField {...pictureProps} />
      <div className="field-row sm:grid-cols-2">
        {input('status')}
        {input('publishOn', {
          hint:
            status === 'scheduled'
              ? 'School time. The post appears then.'
              : status === 'draft'
                ? 'School time. A draft isn’t shown until you schedule or publish it.'
                : 'School time. Leave blank to publish right away.',
        })}
        {input('instructorId', { options })}
        {input('tags')}
      </div>
      <RefusalNote error={lost} />
      {fold(
        'Excerpt and address',
        ['excerpt', 'slug'],
        <div className="flex flex-col gap-5">
          {input('excerpt')}
          {input('slug')}
        </div>,
      )}
    </>
  )
}

const coverOf = ({ picture, cover }: AdminPost) => picture ?? imageAddress(cover)

const postForm: FormDefinition<AdminPost, typeof fields> = {
  description: 'Use Markdown. Leave a blank line between paragraphs. HTML isn’t supported.',
  submit: ['Save Post', 'Saving...'],
  wide: true,
  fields,
  picture: { name: 'cover', label: 'Cover', bytesMax: postImageBytesMax, of: coverOf },
  // Two covers cannot be compared as text, so the comparison only says that somebody else changed the cover.
  differsBeyond: ({ cover }, theirs) => {
    const others = { label: 'Cover', before: 'another one', mine: 'another one' }
    return cover === theirs.cover ? [] : [{ ...others, theirs: theirs.cover ? 'a new one' : '' }]
  },
  Layout,
}

function PostCard({ item, facts, selectBox, actions, reload }: CardProps<AdminPost>) {
  const isOut = item.status === 'published'
  const isDraft = item.status === 'draft'
  const publish = <PublishButton post={item} onDone={reload} />
  return (
    <RecordCard
      name={item.title}
      picture={coverOf(item)}
      badges={<StateBadge {...stateOf(item)} />}
      selectBox={selectBox}
      actions={
        <>
          {isDraft && publish}
          {actions}
        </>
      }
      more={
        <>
          {!isDraft && publish}
          <RecordPreview kind="post" id={item.id} name={item.title} />
          {isOut && (
            <a
              href={`/blog/${item.slug}`}
              target="_blank"
              rel="noopener"
              aria-label={`View “${item.title}” on the site`}
              className="link inline-flex min-h-11 items-center px-4 text-sm"
            >
              View
            </a>
          )}
        </>
      }
      rowUnder={joined([...item.tags, counted(item.readingMinutes, 'minute')])}
      cells={
        <RowCell
          className="!flex-none w-56"
          top={facts(['Published on'], 'None')[0]?.[1]}
          under={item.author}
        />
      }
    >
      <Facts
        small
        facts={[
          ...facts(['Published on', 'Author', 'Tags'], 'None'),
          ['Reading time', counted(item.readingMinutes, 'minute')],
        ]}
      />
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
      description: isDraft ? 'Post published' : 'Post unpublished. It’s a draft again.',
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
  namedBy: 'title',
  texts: {
    add: 'Add Post',
    edit: 'Edit Post',
    added: 'Post created successfully',
    addFailed: 'Failed to create post. Please try again.',
    updated: 'Post updated successfully',
    updateFailed: 'Failed to update post. Please try again.',
    changed: 'Someone else changed this post.',
    keptDraft: 'We’ve kept what you typed for a new post.',
    loading: 'Loading posts…',
    notLoaded: 'We couldn’t load the posts',
    loadFailed: 'Failed to fetch posts',
    refreshed: 'Posts refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 post', other: `${count} posts` }),
    deleteMany: ({ count }) => plural(count, { one: 'Delete 1 post?', other: `Delete ${count} posts?` }),
    deleted: ({ count }) =>
      plural(count, { one: 'Post deleted successfully', other: `${count} posts deleted successfully` }),
    deleteFailed: 'Failed to delete post. Please try again.',
    empty: {
      title: 'No posts found',
      text: 'Write your first post. It appears in the journal once you publish it.',
      add: 'Add First Post',
    },
  },
  list: {
    id: 'blog',
    endpoint: 'GET /api/admin/blog',
    pageSize: 24,
    search: { label: 'Search posts', placeholder: 'Title, address or author' },
    states: { filter: 'status', counted: 'posts' },
    filters: [{ name: 'status', label: 'Status', options: statusOptions }],
    sorts: [
      newestFirst,
      { value: 'published', label: 'Published, newest first' },
      { value: '-published', label: 'Published, oldest first' },
      ...byTitle,
    ],
  },
  fileName: 'posts',
  columns: [
    ['title', { sort: 'title', className: fewWords }],
    stateColumn('Status', stateOf),
    [
      'publishOn',
      { text: publishedText, csv: ({ publishOn }) => publishOn?.replace('T', ' ') ?? '', sort: 'published' },
    ],
    { header: 'Author', text: ({ author }) => author ?? '', isFolded: true },
    'tags',
    ['slug', { className: fewWords, isFolded: true }],
    ...hidden('excerpt', 'body'),
    { ...addedColumn, isHidden: true },
  ],
  Card: PostCard,
  pictureOf: coverOf,
  form: postForm,
  importing: { endpoint: 'POST /api/admin/blog/import', columns: postImportColumns, title: 'Import posts' },
  shownIn: [['GET /api/blog'], ['GET /api/blog/:slug']],
})

function publishedText({ publishOn }: AdminPost): string {
  return publishOn === null ? '' : `${dayText(publishOn.slice(0, 10))}, ${timeInWords(publishOn.slice(11))}`
}
