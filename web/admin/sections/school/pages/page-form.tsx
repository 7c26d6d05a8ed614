import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { errors } from '../../../../../contract/errors.en.ts'
import {
  fieldsOf,
  type PageContent,
  type PageKey,
  type PagePicture,
  type PageReason,
} from '../../../../../contract/school/page-fields.ts'
import type { EditedPage } from '../../../../../contract/school/pages.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { pictureFailed } from '../../../../lib/lib.en.ts'
import { sentPicture } from '../../../../lib/shrink-picture.ts'
import type { Keyed } from '../../../../lib/use-sending.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { pictureKinds } from '../../../../ui/file-field.tsx'
import { FieldError } from '../../../../ui/form-field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { FocusPointButton } from '../../../focus-point.tsx'
import { useAction } from '../../../use-action.ts'
import { PolicyField } from './policy-field.tsx'

interface Shown {
  page: PageKey
  /** The names of the fields to show. All fields are shown if this is left out. */
  only?: readonly string[] | undefined
  content: PageContent
  onChange: (content: PageContent) => void
  /** The words that visitors read while a field is blank. */
  standard: Readonly<Record<string, string>>
  /** A sentence for each refused value, by the path of the value. */
  problems: Readonly<Record<string, string>>
  pictures: EditedPage['pictures']
  onPicture: (id: string, picture: EditedPage['pictures'][string]) => void
}

/**
 * The fields of a page. A field that nobody has written shows the standard words, and counts as blank until somebody
 * changes them. A text may be longer than its limit, so that nothing is lost when a long text is pasted.
 */
export function PageForm(props: Shown) {
  return (
    <div className="flex flex-col gap-6">
      {fieldsOf(props.page).map(
        ([name]) => props.only?.includes(name) !== false && <PageField key={name} {...props} name={name} />,
      )}
    </div>
  )
}

function PageField({ name, ...props }: Shown & { name: string }) {
  const { page, content, onChange, problems, standard } = props
  const [, field] = fieldsOf(page).find(([one]) => one === name) ?? []
  if (field === undefined) return null
  const { kind, label, hint } = field
  const value = content[name]
  const set = (next: unknown) => onChange({ ...content, [name]: next })
  const named = { label, error: problems[name] ?? null, ...(hint && { hint }) }
  const words = {
    ...named,
    hint: [hint, value ? '' : blankHint(value, standard[name])].filter(Boolean).join(' '),
    value: String(value ?? standard[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) =>
      set(target.value === standard[name] ? undefined : target.value),
  }
  switch (kind) {
    case 'pictures':
      return (
        <PictureList {...props} name={name} field={field} list={(value as PagePicture[]) ?? []} set={set} />
      )
    case 'reasons':
      return (
        <ReasonList {...props} name={name} field={field} list={(value as PageReason[]) ?? []} set={set} />
      )
    case 'year':
      return (
        <TextField
          {...named}
          inputMode="numeric"
          className="max-w-60"
          value={String(value ?? '')}
          onChange={({ target }) => {
            const typed = target.value.trim()
            set(/^\d{1,9}$/.test(typed) ? Number(typed) : typed)
          }}
        />
      )
    case 'policy':
      return <PolicyField {...named} page={page} typed={value as string | undefined} onChange={set} />
    case 'line':
      return <TextField {...words} />
    default:
      return <TextArea {...words} rows={kind === 'heading' ? 2 : 3} />
  }
}

function blankHint(value: unknown, standard: string | undefined): string {
  if (!standard) return 'While this is blank, visitors see nothing here.'
  return value === '' ? `If you leave this blank, visitors read “${standard.replace('\n', ' ')}”.` : ''
}

interface ListProps<Member> extends Shown {
  name: string
  field: { label: string; max: number }
  list: readonly Member[]
  set: (list: readonly Member[]) => void
}

/** Returns the list with the member at `at` and the next one exchanged. */
function exchanged<Member>(list: readonly Member[], at: number): readonly Member[] {
  const [one, other] = [list[at], list[at + 1]]
  return one === undefined || other === undefined ? list : list.with(at, other).with(at + 1, one)
}

function PictureList({
  name,
  field: { label, max },
  list,
  set,
  problems,
  pictures,
  onPicture,
}: ListProps<PagePicture>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const listed = useRef(list)
  listed.current = list
  const add = useAction({
    run: async (files: readonly File[], keyed) => {
      let refused: ApiError | null = null
      for (const file of files) {
        try {
          await addOne(file, keyed)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // The other pictures are added all the same.
          refused = error
        }
      }
      if (refused !== null) throw refused
    },
  })
  async function addOne(file: File, keyed: Keyed): Promise<void> {
    const body = { image: await readable(file) }
    const { data } = await api('POST /api/admin/page-pictures', { body }, keyed(body))
    onPicture(data.id, data.picture)
    if (listed.current.some((one) => one.id === data.id)) return
    listed.current = [...listed.current, { id: data.id, alt: '' }]
    set(listed.current)
  }
  const edit = (at: number, change: Partial<PagePicture>) =>
    set(list.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const hint = max === 1 ? 'JPEG, PNG, WebP or AVIF.' : `Up to ${max}. JPEG, PNG, WebP or AVIF.`
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      <FieldError id={`${id}-list-error`}>{problems[name]}</FieldError>
      {list.length > 0 && (
        <ol className="mt-3 flex flex-col gap-3">
          {list.map((one, at) => (
            <li
              key={one.id}
              className="grid gap-3 rounded-sm border border-line bg-raised p-3 sm:grid-cols-[9rem_1fr]"
            >
              <Picture
                picture={pictures[one.id]}
                alt={one.alt || `Picture ${at + 1}`}
                sizes="12rem"
                className="aspect-[5/4] w-full"
              />
              <div className="flex min-w-0 flex-col gap-1">
                <TextField
                  label={`What picture ${at + 1} shows`}
                  hint="Read aloud to people who can’t see it."
                  value={one.alt}
                  disabled={one.isDecoration === true}
                  error={problems[`${name}.${at}.alt`] ?? problems[`${name}.${at}.id`] ?? null}
                  onChange={({ target }) => edit(at, { alt: target.value })}
                />
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <Checkbox
                    label="Only decoration"
                    checked={one.isDecoration === true}
                    onChange={({ target }) =>
                      edit(at, target.checked ? { isDecoration: true, alt: '' } : { isDecoration: false })
                    }
                  />
                  <FocusPointButton picture={pictures[one.id]} name={`picture ${at + 1}`} />
                  <Moves what={`picture ${at + 1}`} {...{ at, list, set }} />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
      {list.length < max && (
        <DropZone
          id={id}
          accept={pictureKinds}
          multiple={max > 1}
          disabled={add.isPending}
          hint={hint}
          inputRef={input}
          className="mt-3 flex flex-wrap items-center gap-4 p-3"
          onFiles={(files) => add.mutate(files.slice(0, max - list.length))}
        >
          <label htmlFor={id} className="text-sm text-ink-soft">
            {max === 1 ? `${label}: choose it, or drop it here` : `${label}: choose more, or drop them here`}
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
    </fieldset>
  )
}

/** A file that the browser cannot read is refused as by the server. @throws ApiError */
async function readable(file: File): Promise<string> {
  try {
    return await sentPicture(file)
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.message === pictureFailed
    throw isUnknown
      ? new ApiError(415, { error: errors.unsupported_image, code: 'unsupported_image' })
      : error
  }
}

function Moves<Member>({
  what,
  at,
  list,
  set,
}: {
  what: string
  at: number
  list: readonly Member[]
  set: (list: readonly Member[]) => void
}) {
  return (
    <span className="flex">
      {list.length > 1 && (
        <>
          <IconButton
            label={`Move ${what} up`}
            disabled={at === 0}
            onClick={() => set(exchanged(list, at - 1))}
          >
            <Icon of={ArrowUp} />
          </IconButton>
          <IconButton
            label={`Move ${what} down`}
            disabled={at === list.length - 1}
            onClick={() => set(exchanged(list, at))}
          >
            <Icon of={ArrowDown} />
          </IconButton>
        </>
      )}
      <IconButton label={`Remove ${what}`} onClick={() => set(list.filter((_, index) => index !== at))}>
        <Icon of={Trash2} />
      </IconButton>
    </span>
  )
}

function ReasonList({ name, field: { label, max }, list, set, problems }: ListProps<PageReason>) {
  const listed = useRef<HTMLOListElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) listed.current?.lastElementChild?.querySelector('input')?.focus()
    isAdded.current = false
  }, [list.length])
  const edit = (at: number, change: Partial<PageReason>) =>
    set(list.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">{label}</legend>
      <p className="text-sm text-ink-soft">Up to {max} reasons, each with a title and a sentence.</p>
      <FieldError id={`${name}-list-error`}>{problems[name]}</FieldError>
      <ol ref={listed} className="mt-3 flex flex-col gap-3">
        {list.map((one, at) => (
          // The position is the key, because a reason has no id and its words change while somebody types.
          <li key={at} className="flex flex-col gap-2 rounded-sm border border-line bg-raised p-3">
            <TextField
              label={`Reason ${at + 1}, title`}
              value={one.title}
              error={problems[`${name}.${at}.title`] ?? null}
              onChange={({ target }) => edit(at, { title: target.value })}
            />
            <TextArea
              label={`Reason ${at + 1}, sentence`}
              rows={2}
              value={one.text}
              error={problems[`${name}.${at}.text`] ?? null}
              onChange={({ target }) => edit(at, { text: target.value })}
            />
            <span className="self-end">
              <Moves what={`reason ${at + 1}`} {...{ at, list, set }} />
            </span>
          </li>
        ))}
      </ol>
      {list.length < max && (
        <Button
          className="mt-3"
          size="sm"
          variant="outline"
          icon={Plus}
          onClick={() => {
            isAdded.current = true
            set([...list, { title: '', text: '' }])
          }}
        >
          Add a reason
        </Button>
      )}
    </fieldset>
  )
}
