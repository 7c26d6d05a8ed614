import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { heroPicturesMax, type HeroPictures as Shown } from '../../../../../contract/school/hero-pictures.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { sentPicture } from '../../../../lib/shrink-picture.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { pictureKinds } from '../../../../ui/file-field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { useAction } from '../../../use-action.ts'

type Answer = { data: Shown }

/** The school's own pictures at the head of the home page: added, put in order and removed, each by one press. */
export function HeroPictures() {
  const result = useQuery({ ...query('GET /api/admin/hero-pictures'), refetchOnMount: 'always' })
  if (result.data === undefined)
    return <NotLoaded of={result} title="We couldn’t load the pictures" loading="Loading the pictures…" />
  return <Pictures pictures={result.data.data.pictures} />
}

function Pictures({ pictures }: Shown) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const stale = useStale()
  const key = query('GET /api/admin/hero-pictures').queryKey
  const take = (answer: Answer) => {
    queryClient.setQueryData(key, answer as never)
    stale('GET /api/admin/set-up', 'GET /api/school')
  }
  const add = useAction({
    run: async (files: readonly File[], keyed) => {
      for (const file of files) {
        const body = { image: await sentPicture(file) }
        take(await api('POST /api/admin/hero-pictures', { body }, keyed(body)))
      }
    },
  })
  const arrange = useAction({
    run: (after: readonly string[], keyed) => {
      const body = { pictures: [...after], before: pictures.map((one) => one.id) }
      return api('PUT /api/admin/hero-pictures', { body }, keyed(body))
    },
    onDone: take,
    onFailed: (error: ApiError) => {
      if (error.code === 'conflict') stale('GET /api/admin/hero-pictures')
    },
  })
  const ids = pictures.map((one) => one.id)
  const swap = (at: number) => {
    const after = [...ids]
    after.splice(at, 2, ids[at + 1] ?? '', ids[at] ?? '')
    arrange.mutate(after)
  }
  const isBusy = add.isPending || arrange.isPending
  const hint = `Up to ${heroPicturesMax}. They take turns beside the headline. JPEG, PNG, WebP or AVIF.`
  return (
    <section aria-label="Pictures of the home page">
      <p className="font-bold">Pictures of the home page</p>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {pictures.length > 0 && (
        <ol className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
          {pictures.map(({ id: one, picture }, at) => (
            <li key={one} className="overflow-hidden rounded-sm border border-line bg-raised">
              <Picture
                picture={picture}
                alt={`Picture ${at + 1}`}
                sizes="12rem"
                className="aspect-[5/4] w-full object-cover"
              />
              <div className="flex justify-between">
                <IconButton
                  label={`Show picture ${at + 1} earlier`}
                  disabled={isBusy || at === 0}
                  onClick={() => swap(at - 1)}
                >
                  <Icon of={ArrowLeft} />
                </IconButton>
                <IconButton
                  label={`Remove picture ${at + 1}`}
                  disabled={isBusy}
                  onClick={() => arrange.mutate(ids.filter((other) => other !== one))}
                >
                  <Icon of={Trash2} />
                </IconButton>
                <IconButton
                  label={`Show picture ${at + 1} later`}
                  disabled={isBusy || at === pictures.length - 1}
                  onClick={() => swap(at)}
                >
                  <Icon of={ArrowRight} />
                </IconButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      {pictures.length < heroPicturesMax && (
        <DropZone
          id={id}
          accept={pictureKinds}
          multiple
          disabled={isBusy}
          hint={hint}
          inputRef={input}
          className="mt-3 flex flex-wrap items-center gap-4 p-3"
          onFiles={(files) => add.mutate(files)}
        >
          <label htmlFor={id} className="text-sm text-ink-soft">
            Add pictures: choose them, or drop them here
          </label>
          <Button
            tabIndex={-1}
            aria-hidden="true"
            size="sm"
            variant="outline"
            busy={add.isPending}
            onClick={() => input.current?.click()}
          >
            Choose
          </Button>
        </DropZone>
      )}
    </section>
  )
}
