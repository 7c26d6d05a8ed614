import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { Logo } from '../../../../../contract/school/logo.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { readDataUrl } from '../../../../lib/shrink-picture.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { pictureKinds } from '../../../../ui/file-field.tsx'
import { SchoolMark } from '../../../../ui/school-mark.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { useAction } from '../../../use-action.ts'

/** Lets staff choose or remove the school's logo. Each is saved at once. */
export function LogoField() {
  const result = useQuery({ ...query('GET /api/admin/logo'), refetchOnMount: 'always' })
  if (result.data === undefined)
    return <NotLoaded of={result} title="We couldn’t load the logo" loading="Loading the logo…" />
  return <Field logo={result.data.data.logo} />
}

function Field({ logo }: Logo) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const stale = useStale()
  const school = useSchool()
  const save = useAction({
    run: async (file: File | null, keyed) => {
      const body = { image: file && (await readDataUrl(file)), before: logo?.id ?? null }
      return api('PUT /api/admin/logo', { body }, keyed(body))
    },
    done: { title: 'Logo saved' },
    onDone: (answer: { data: Logo }) => {
      queryClient.setQueryData(query('GET /api/admin/logo').queryKey, answer as never)
      stale('GET /api/school')
    },
    onFailed: (error: ApiError) => {
      if (error.code === 'conflict') stale('GET /api/admin/logo')
    },
  })
  const hint =
    'The logo replaces the flower in the header, in e-mails and on receipts. Any shape, under 5MB. JPEG, PNG, WebP or AVIF. A transparent logo gets a white or dark background, so that it can be seen everywhere.'
  return (
    <section aria-label="Logo">
      <p className="font-bold">Logo</p>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      <DropZone
        id={id}
        accept={pictureKinds}
        disabled={save.isPending}
        hint={hint}
        inputRef={input}
        className="mt-3 flex flex-wrap items-center gap-4 p-3"
        onFiles={([file]) => file && save.mutate(file)}
      >
        <SchoolMark logo={logo?.picture} name={school?.name ?? ''} />
        <label htmlFor={id} className="text-sm text-ink-soft">
          {logo ? 'Replace the logo: choose a picture, or drop it here' : 'Choose your logo, or drop it here'}
        </label>
        <Button
          tabIndex={-1}
          aria-hidden="true"
          size="sm"
          variant="outline"
          busy={save.isPending}
          onClick={() => input.current?.click()}
        >
          Choose
        </Button>
        {logo && (
          <Button size="sm" variant="quiet" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Remove the logo
          </Button>
        )}
      </DropZone>
    </section>
  )
}
