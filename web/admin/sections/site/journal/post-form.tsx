import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import {
  type AdminPost,
  postBodyMax,
  postFields,
  postImageBytesMax,
} from '../../../../../contract/site/journal.ts'
import { normaliseTextList } from '../../../../../contract/text-list.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { FileField } from '../../../../ui/file-field.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { choice, formFields, orNone, text } from '../../../record-fields.tsx'
import type { FormDefinition, FormParts } from '../../../record-form.tsx'
import { TextEditor } from './text-editor.tsx'

export const statusOptions = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
] as const

const fields = formFields(
  postFields,
  {
    excerpt: { hint: 'For the list; empty is the text’s own beginning.', maxLength: 300, rows: 2 },
    body: { maxLength: postBodyMax, rows: 18 },
  },
  {
    slug: orNone(
      text('Address', postFields.slug.rule, {
        hint: 'After /blog/. Empty is made from the title; the old one leads to the new one.',
        maxLength: 80,
        autoComplete: 'off',
      }),
    ),
    instructorId: orNone(choice('Author', [])),
    tags: {
      ...text('Tags', postFields.tags.rule, {
        hint: 'Parted by commas: Jasmine, Wedding. They choose what stands beside the post.',
      }),
      read: (item: AdminPost) => item.tags.join(', '),
      write: (typed: string) => normaliseTextList(typed),
    },
    status: choice<AdminPost['status']>('Status', statusOptions, { rule: postFields.status.rule }),
    publishOn: orNone(
      text('Published on', postFields.publishOn.rule, {
        type: 'datetime-local',
        hint: 'School time. Empty is at once.',
      }),
    ),
  },
)

/** Inactive instructors are choices too, because they may have written the post. */
function useAuthors() {
  const { data, error } = useQuery(query('GET /api/instructors'))
  const rows = rowsIn<{ id: string; name: string }>(data)
  return { authors: rows.map(({ id, name }) => ({ value: id, label: name })), lost: error }
}

function Layout({ input, form, base, pictureProps }: FormParts<AdminPost, typeof fields>) {
  const { authors, lost } = useAuthors()
  const [body, status, instructorId] = useWatch({
    control: form.control,
    name: ['body', 'status', 'instructorId'],
  })
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
      {input('excerpt')}
      <RefusalNote error={lost} />
      <div className="grid gap-5 sm:grid-cols-2">
        {input('instructorId', { options: authorOptions(authors, instructorId, base) })}
        {input('tags')}
        {input('status')}
        {input('publishOn', {
          hint:
            status === 'scheduled'
              ? 'School time. It appears at this moment.'
              : status === 'draft'
                ? 'School time. A draft appears only once it is scheduled or published.'
                : 'School time. Empty is at once.',
        })}
      </div>
      {input('slug')}
    </>
  )
}

/** The chosen author is always a choice, because the field would show Nobody until the others are loaded. */
function authorOptions(
  authors: ReturnType<typeof useAuthors>['authors'],
  chosen: string,
  base: AdminPost | null,
) {
  const isThere = chosen === '' || authors.some(({ value }) => value === chosen)
  const own = base?.instructorId === chosen ? base.author : null
  return [
    { value: '', label: 'Nobody' },
    ...(isThere ? [] : [{ value: chosen, label: own ?? 'As chosen' }]),
    ...authors,
  ]
}

export const coverOf = ({ picture, cover }: AdminPost) => picture ?? imageAddress(cover)

export const postForm: FormDefinition<AdminPost, typeof fields> = {
  description: 'Markdown: an empty line parts paragraphs. Tags of HTML stay words.',
  submit: ['Save Post', 'Saving...'],
  wide: true,
  fields,
  picture: { name: 'cover', label: 'Cover', bytesMax: postImageBytesMax, of: coverOf },
  // A cover has no words to compare, so this says only that somebody else changed it.
  differsBeyond: ({ cover }, theirs) => {
    const others = { label: 'Cover', before: 'another one', mine: 'another one' }
    return cover === theirs.cover ? [] : [{ ...others, theirs: theirs.cover ? 'a new one' : '' }]
  },
  Layout,
}
