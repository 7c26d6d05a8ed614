import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  fieldsOf,
  type PageContent,
  type PageKey,
  pageNames,
} from '../../../../../contract/school/page-fields.ts'
import type { EditedPage } from '../../../../../contract/school/pages.ts'
import { type PolicyKind, policyKinds } from '../../../../../contract/school/policy-kinds.ts'
import { momentText } from '../../../../../contract/words.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { ErrorNote } from '../../../../ui/note.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { DraftNote, forgetDraft, useKeptDraft } from '../../../kept-draft.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { differences, StaleEdit } from '../../../stale-edit.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'
import { refusalSentence, useAction } from '../../../use-action.ts'
import { PageBadge } from './page-badge.tsx'
import { PageForm } from './page-form.tsx'
import { PagePreview } from './page-preview.tsx'
import { said, unseenBecause } from './page-texts.ts'
import { PageVersions } from './page-versions.tsx'
import { PolicyPreview } from './policy-field.tsx'
import { standardWords } from './standard-words.ts'
import { usePageDraft } from './use-page-draft.ts'

/**
 * A step of the set-up shows only some fields, or the preview. It calls `onPublished` when the page is published.
 */
interface Step {
  only: readonly string[]
  onPublished: () => void
}

export function PageEditor({ page, step }: { page: PageKey; step?: Step }) {
  const result = useQuery({
    ...query('GET /api/admin/pages/:page', { params: { page } }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const { data } = result
  if (data === undefined)
    return <NotLoaded of={result} title="We couldn’t load the page" loading="Loading the page…" />
  return <Editor page={page} loaded={data.data} step={step} />
}

/** The actions of the buttons: publish, discard the draft, and publish an earlier version again. */
function usePageActions(
  page: PageKey,
  unseen: string | null,
  draft: ReturnType<typeof usePageDraft>,
  taken: (answer: { data: EditedPage }) => void,
  refused: (error: ApiError) => void,
) {
  const params = { page }
  const version = () => draft.current().version
  const restore = useAction({
    run: (number: number) =>
      api('POST /api/admin/pages/:page/versions/:number/restore', {
        params: { page, number },
        body: { version: version() },
      }),
    done: { title: 'Published', description: unseen ?? 'The earlier version is on the site again.' },
    onDone: taken,
    onFailed: refused,
  })
  const publish = useAction({
    run: async () => {
      const before = draft.current().published?.number ?? 0
      if (!(await draft.save())) return null
      return {
        before,
        answer: await api('POST /api/admin/pages/:page/publish', { params, body: { version: version() } }),
      }
    },
    failed: (error) => ({ title: 'Not published yet', description: refusalSentence(error) }),
    onDone: (done) => {
      if (done === null) return
      taken(done.answer)
      toast({
        title: 'Published',
        description: unseen ?? 'Visitors see it now.',
        tone: 'success',
        durationMs: undoMs,
        action: { label: 'Undo', onClick: () => restore.mutate(done.before) },
      })
    },
    onFailed: refused,
  })
  const discard = useAction({
    run: async () => {
      await draft.save()
      return api('POST /api/admin/pages/:page/draft/discard', { params, body: { version: version() } })
    },
    onDone: (answer) => {
      const before = draft.content
      taken(answer)
      toast({
        title: 'Draft discarded',
        tone: 'success',
        durationMs: undoMs,
        action: { label: 'Undo', onClick: () => draft.change(before) },
      })
    },
    onFailed: refused,
  })
  return { publish, discard, restore, isBusy: publish.isPending || discard.isPending || restore.isPending }
}

const undoMs = 10_000

/** The site's pages in this tab make these calls. They are made again after a publication. */
const readByVisitors = [
  'GET /api/school',
  'GET /api/fallbacks',
  'GET /api/policies',
  'GET /api/policies/:kind',
] as const

function Editor({ page, loaded, step }: { page: PageKey; loaded: EditedPage; step: Step | undefined }) {
  const draft = usePageDraft(page, loaded)
  const { server, content, change, isDirty, failure } = draft
  const [pictures, setPictures] = useState(loaded.pictures)
  const [unfinished, setUnfinished] = useState<Record<string, string>>({})
  // A narrow screen shows either the form or the preview.
  const [isPreviewed, setPreviewed] = useState(false)
  const stale = useStale()
  const school = useSchool()
  const standard = standardWords(school)
  const unseen = unseenBecause(page, school)
  const form = `page-${page}`
  useKeptDraft<null, PageContent>(form, isDirty, () => ({ item: null, values: content }))
  const { question } = useLeaving(isDirty && failure !== null, () => undefined)

  const taken = (answer: { data: EditedPage }) => {
    draft.settle(answer.data)
    setUnfinished({})
    setPictures((known) => ({ ...known, ...answer.data.pictures }))
    forgetDraft(form)
    stale('GET /api/admin/pages/:page/versions', 'GET /api/admin/set-up', ...readByVisitors)
    if (answer.data.published && !answer.data.draft) step?.onPublished()
  }
  const actions = usePageActions(page, unseen, draft, taken, (error) => {
    setUnfinished(fieldsIn(error))
    setPreviewed(false)
    if (error.code === 'conflict') void draft.look()
  })
  const kind = policyKinds.find((one) => one === page)
  const away = step ? 'hidden' : 'max-xl:hidden'
  const isRefused = Object.keys(draft.problems).length > 0
  const hasDraft = server.draft !== null || isDirty
  return (
    <>
      {!step && <Head page={page} server={server} isDraft={hasDraft} />}
      <DraftNote<null, PageContent>
        form={form}
        said={() => `We’ve kept what you typed in “${pageNames[page]}”.`}
        onContinue={({ values }) => change(values)}
      />
      <Notes page={page} draft={draft} onTakeTheirs={taken} />
      <EditOrPreview
        className={step ? undefined : 'xl:hidden'}
        isPreviewed={isPreviewed}
        onTurn={setPreviewed}
      />
      <div className={cx('mt-4 grid items-start gap-8', !step && columns(kind !== undefined))}>
        <form
          id={form}
          noValidate
          aria-label={pageNames[page]}
          className={cx('min-w-0', isPreviewed && away)}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isRefused && hasDraft && !actions.isBusy) actions.publish.mutate()
          }}
        >
          <PageForm
            page={page}
            only={step?.only}
            content={content}
            standard={standard}
            problems={{ ...unfinished, ...draft.problems }}
            // A picture's focus point changes without a new version of the page, so `loaded` has the newest pictures.
            pictures={{ ...pictures, ...server.pictures, ...loaded.pictures }}
            onChange={(next) => {
              change(next)
              setUnfinished({})
            }}
            onPicture={(id, picture) => setPictures((known) => ({ ...known, [id]: picture }))}
          />
        </form>
        {(!step || isPreviewed) && (
          <div className={cx('min-w-0 xl:sticky xl:top-24', !isPreviewed && away)}>
            {kind ? (
              <PolicyPreview kind={kind} typed={content[policyField(kind)] as string | undefined} />
            ) : (
              <PagePreview page={page} revision={server.version} />
            )}
          </div>
        )}
      </div>
      <Bar {...{ page, form, draft, actions, isRefused, hasDraft, unseen }} isOnCard={step !== undefined} />
      {question}
    </>
  )
}

/** A policy is a long text, and needs as much room as its preview. */
const columns = (isPolicy: boolean) =>
  isPolicy ? 'xl:grid-cols-2' : 'xl:grid-cols-[minmax(22rem,1fr)_1.2fr]'

const policyField = (kind: PolicyKind) => fieldsOf(kind)[0]?.[0] ?? ''

function EditOrPreview({
  className,
  isPreviewed,
  onTurn,
}: {
  className: string | undefined
  isPreviewed: boolean
  onTurn: (isPreviewed: boolean) => void
}) {
  const turn = (label: string, isOn: boolean, isPreview: boolean) => (
    <Button
      size="sm"
      variant="quiet"
      className={cx('grow', isOn && 'bg-leaf-tint')}
      aria-pressed={isOn}
      onClick={() => onTurn(isPreview)}
    >
      {label}
    </Button>
  )
  return (
    <div className={cx('my-4 flex max-w-80 gap-1 rounded-sm border border-line bg-raised p-1', className)}>
      {turn('Edit', !isPreviewed, false)}
      {turn('Preview', isPreviewed, true)}
    </div>
  )
}

/** Says why the typed words are not saved: somebody else changed the page, or a call failed. */
function Notes({
  page,
  draft,
  onTakeTheirs,
}: {
  page: PageKey
  draft: ReturnType<typeof usePageDraft>
  onTakeTheirs: (answer: { data: EditedPage }) => void
}) {
  const { server, content, theirs, failure } = draft
  const school = useSchool()
  if (theirs) {
    const words = ({ draft, content }: EditedPage) => said(page, draft?.content ?? content, school)
    const by = (theirs.draft ?? theirs.published)?.by ?? 'Someone else'
    return (
      <StaleEdit
        title={`${by} changed this page.`}
        fields={differences(labelsOf(page), words(server), words(theirs), said(page, content, school))}
        onTakeTheirs={() => onTakeTheirs({ data: theirs })}
        onKeepMine={draft.keepMine}
      />
    )
  }
  return (
    failure && (
      <ErrorNote
        title={refusalSentence(failure)}
        action={
          <Button size="sm" variant="outline" onClick={() => void draft.save()}>
            Try again
          </Button>
        }
      >
        What you typed is still here.
      </ErrorNote>
    )
  )
}

function Bar({
  page,
  form,
  draft: { server, isDirty, isSaving },
  actions: { publish, discard, restore, isBusy },
  isRefused,
  hasDraft,
  unseen,
  isOnCard,
}: {
  page: PageKey
  /** The id of the form, which the button Publish sends, also while the preview is shown. */
  form: string
  draft: ReturnType<typeof usePageDraft>
  actions: ReturnType<typeof usePageActions>
  isRefused: boolean
  hasDraft: boolean
  unseen: string | null
  isOnCard: boolean
}) {
  const [isDiscarding, setDiscarding] = useState(false)
  const { show, dialog } = useDialog()
  const state = isSaving
    ? 'Saving the draft…'
    : isRefused
      ? 'Correct the marked fields to save them.'
      : isDirty
        ? 'Not saved yet'
        : server.draft
          ? 'Draft saved. Visitors don’t see it yet.'
          : (unseen ?? 'This is what visitors see.')
  const showVersions = () =>
    show((props) => (
      <PageVersions
        {...props}
        page={page}
        current={server.published?.number ?? 0}
        onRestore={(number) => restore.mutate(number)}
      />
    ))
  return (
    <div
      className={cx(
        'sticky bottom-0 z-1 mt-6 flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-t border-line py-2 sm:flex-nowrap',
        isOnCard ? 'bg-raised' : '-mx-4 bg-sunk px-4',
      )}
    >
      <p role="status" className="mr-auto text-sm text-ink-soft max-sm:basis-full sm:min-w-0">
        {state}
      </p>
      <Button variant="quiet" size="sm" onClick={showVersions}>
        Versions
      </Button>
      <Button variant="outline" size="sm" disabled={!hasDraft || isBusy} onClick={() => setDiscarding(true)}>
        Discard draft
      </Button>
      <Button type="submit" form={form} size="sm" disabled={!hasDraft || isRefused} busy={publish.isPending}>
        Publish
      </Button>
      <ConfirmDialog
        open={isDiscarding}
        onClose={() => setDiscarding(false)}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={() => {
          setDiscarding(false)
          discard.mutate()
        }}
      >
        The page stays as visitors see it now.
      </ConfirmDialog>
      {dialog}
    </div>
  )
}

function Head({ page, server, isDraft }: { page: PageKey; server: EditedPage; isDraft: boolean }) {
  const { draft, published } = server
  const made = draft ?? published
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link to="#pages" className="link inline-flex min-h-11 items-center">
        All pages
      </Link>
      <h2 className="text-xl">{pageNames[page]}</h2>
      <PageBadge of={{ published, draft: isDraft ? (draft ?? { by: null, at: '' }) : null }} />
      {made && (
        <p className="text-sm text-ink-soft">
          {momentText(made.at)}
          {made.by && `, ${made.by}`}
        </p>
      )}
    </div>
  )
}

const labelsOf = (page: PageKey): Record<string, string> =>
  Object.fromEntries(fieldsOf(page).map(([name, { label }]) => [name, label]))

/** Returns the sentences by the names of the fields. The server puts `content.` before each name. */
const fieldsIn = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [path.replace(/^content\./, ''), sentence]),
  )
