import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { plural } from '../../../../../contract/plural.ts'
import { postImageBytesMax } from '../../../../../contract/site/journal.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../../../lib/shrink-picture.ts'
import { Button } from '../../../../ui/button.tsx'
import { pictureKinds } from '../../../../ui/file-field.tsx'
import TextBlocks from '../../../../ui/text-blocks.tsx'
import { useSettled } from '../../../list/use-settled.ts'
import { pictured } from '../../../markdown-marks.ts'
import { MarkdownToolbar, useMarkdown } from '../../../markdown-toolbar.tsx'
import { megabytes } from '../../../picture-choice.ts'
import { useAction } from '../../../use-action.ts'

const sentBytesMax = 1024 * 1024

export function TextEditor({
  text,
  onChange,
  children,
}: {
  text: string
  onChange: (text: string) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const { place, change } = useMarkdown(onChange)

  const add = useAction({
    run: async (file: File, keyed) => {
      if (file.size > postImageBytesMax) {
        throw new PictureError(`Image must be less than ${megabytes(postImageBytesMax)}MB`)
      }
      const image = await readDataUrl(await shrinkPicture(file, sentBytesMax))
      return (await api('POST /api/admin/blog/pictures', { body: { image } }, keyed([image]))).data
    },
    onDone: ({ file }) => change((selected) => pictured(selected, file)),
    failed: (error: ApiError) => ({ description: error.message || 'Failed to process image' }),
  })

  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div>
        <MarkdownToolbar change={change}>
          <Button
            size="sm"
            variant="quiet"
            icon={ImagePlus}
            busy={add.isPending && 'Adding…'}
            onClick={() => input.current?.click()}
          >
            Add picture
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={pictureKinds}
            aria-label="Picture for the text"
            onChange={({ currentTarget: field }) => {
              const [file] = field.files ?? []
              field.value = ''
              if (file) add.mutate(file)
            }}
          />
        </MarkdownToolbar>
        <div ref={place}>{children}</div>
      </div>
      <Preview text={text} />
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const settled = useSettled(text)
  const { data, error } = useQuery({
    queryKey: ['POST /api/admin/blog/preview', settled],
    queryFn: ({ signal }) => api('POST /api/admin/blog/preview', { body: { body: settled } }, { signal }),
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isShown = data !== undefined && text.trim() !== ''
  return (
    <section aria-label="Preview" className="flex min-h-0 flex-col gap-1">
      <p className="flex min-h-11 items-center justify-between font-bold">
        Preview
        {isShown && (
          <span className="text-sm font-normal text-ink-soft">
            {plural(data.data.readingMinutes, {
              one: '1 minute to read',
              other: `${data.data.readingMinutes} minutes to read`,
            })}
          </span>
        )}
      </p>
      <div className="min-h-40 flex-1 rounded-sm border border-line bg-paper p-4">
        {error ? (
          <p role="status" className="text-rose-ink">
            {error.message || 'We couldn’t load the preview. Check your connection.'}
          </p>
        ) : isShown ? (
          <TextBlocks blocks={data.data.blocks} opensAnew />
        ) : (
          <p className="text-ink-soft">Your text appears here.</p>
        )}
      </div>
    </section>
  )
}
