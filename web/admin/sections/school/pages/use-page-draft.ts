import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PageContent, type PageKey, readContent } from '../../../../../contract/school/page-fields.ts'
import type { EditedPage } from '../../../../../contract/school/pages.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { session } from '../../../../lib/session.ts'

const restMs = 800

const shownIn = ({ draft, content }: EditedPage): PageContent => draft?.content ?? content
const textOf = (content: PageContent) => JSON.stringify(content)

/**
 * Saves the typed words of a page as a draft on the server: when somebody stops typing, when the tab is hidden, and
 * when the editor closes. A refused value stays in the form, and the draft keeps the earlier value of its field.
 */
export function usePageDraft(page: PageKey, loaded: EditedPage) {
  const client = useQueryClient()
  const stale = useStale()
  const [server, setServer] = useState(loaded)
  const [content, setContent] = useState(() => shownIn(loaded))
  const [sent, setSent] = useState(() => textOf(shownIn(loaded)))
  const [theirs, setTheirs] = useState<EditedPage | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isSaving, setSaving] = useState(false)
  // A save may last several renders, so it reads and writes the newest values in this ref.
  const now = useRef({ content, sent, server })
  const running = useRef<Promise<boolean>>(null)

  function take(answer: EditedPage, text = now.current.sent): void {
    now.current.server = answer
    now.current.sent = text
    setServer(answer)
    setSent(text)
    setFailure(null)
    client.setQueryData(query('GET /api/admin/pages/:page', { params: { page } }).queryKey, {
      success: true,
      data: answer,
    })
    stale('GET /api/admin/pages')
  }

  function change(next: PageContent): void {
    now.current.content = next
    setContent(next)
  }

  /** Takes an answer of the server and fills the form with its content. */
  function settle(answer: EditedPage): void {
    setTheirs(null)
    change(shownIn(answer))
    take(answer, textOf(shownIn(answer)))
  }

  async function send(): Promise<boolean> {
    setSaving(true)
    try {
      while (textOf(now.current.content) !== now.current.sent) {
        const { content: typed, server: base } = now.current
        const body = { version: base.version, content: fitting(page, typed, shownIn(base)) }
        const { data } = await api('PUT /api/admin/pages/:page/draft', { params: { page }, body })
        take(data, textOf(typed))
      }
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      if (error.code === 'conflict') await look()
      return false
    } finally {
      setSaving(false)
    }
  }

  /** Loads the page as somebody else changed it. */
  async function look(): Promise<void> {
    const answer = await api('GET /api/admin/pages/:page', { params: { page } }).catch(() => null)
    if (answer) setTheirs(answer.data)
  }

  /** Saves the typed content. Returns true if the server has all of it. */
  async function save(): Promise<boolean> {
    while (running.current) await running.current
    if (textOf(now.current.content) === now.current.sent) return true
    running.current = send()
    try {
      return await running.current
    } finally {
      running.current = null
    }
  }

  const isDirty = textOf(content) !== sent
  useSavedAlong(content, isDirty && theirs === null, save)

  return {
    server,
    content,
    change,
    take,
    settle,
    save,
    /** Returns the newest answer of the server, even before the next render. */
    current: () => now.current.server,
    isDirty,
    isSaving,
    failure,
    theirs,
    /** Saves the typed content over the content that somebody else saved. */
    keepMine(): void {
      if (theirs === null) return
      now.current.server = theirs
      now.current.sent = ''
      setServer(theirs)
      setSent('')
      setTheirs(null)
      setFailure(null)
      void save()
    },
    look,
    problems: { ...refusedBy(failure), ...readContent(page, content).problems },
  }
}

/**
 * Returns the server's refusals by the paths of the fields. The server refuses more than the form, such as wrong facts
 * in a policy.
 */
function refusedBy(failure: ApiError | null): Record<string, string> {
  const fields = Object.entries(failure?.fields ?? {})
  return Object.fromEntries(fields.map(([path, sentence]) => [path.replace(/^content\./, ''), sentence]))
}

/**
 * Calls `save` when somebody stops typing, when the tab is hidden, when the connection is back, and when the editor
 * closes.
 */
function useSavedAlong(content: PageContent, isToSave: boolean, save: () => Promise<boolean>): void {
  const saveNow = useEffectEvent(() => {
    if (isToSave && session.token() !== null) void save()
  })
  useEffect(() => {
    if (!isToSave) return
    const timer = setTimeout(saveNow, restMs)
    return () => clearTimeout(timer)
  }, [content, isToSave])
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    const onOnline = () => saveNow()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('online', onOnline)
      saveNow()
    }
  }, [])
}

/** Returns the typed content. A field with a refused value gets the value in `base` instead. */
function fitting(page: PageKey, typed: PageContent, base: PageContent): PageContent {
  const { content, problems } = readContent(page, typed)
  const refused = new Set(Object.keys(problems).map((path) => path.split('.')[0] ?? ''))
  return {
    ...content,
    ...Object.fromEntries([...refused].flatMap((name) => (name in base ? [[name, base[name]]] : []))),
  }
}
