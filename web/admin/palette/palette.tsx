import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchLengthMin } from '../../../contract/system/search.ts'
import { query } from '../../lib/query.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { useInertBehind } from '../../ui/inert-behind.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { currentRefresh } from '../current-list.ts'
import { useSettled } from '../list/use-settled.ts'
import { sections, useOpenSections } from '../section-registry.ts'
import type { SectionRequest } from '../section-request.ts'
import { chooseTheme, readTheme, type Theme, themes } from '../theme.ts'
import { OptionRow, useOptions } from './options.tsx'
import { byGroup, matching, type PaletteItem, recordItems } from './palette-items.ts'

interface PaletteProps {
  open: boolean
  onClose: () => void
  onShowKeys: () => void
}

export default function Palette({ open, onClose, onShowKeys }: PaletteProps) {
  const popup = useInertBehind(open)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          aria-label="Find sections, records and actions"
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-[40rem] flex-col overflow-hidden rounded-sm border border-line bg-raised text-ink shadow-soft outline-none sm:top-[12vh] sm:max-h-[70vh]"
        >
          <Search onClose={onClose} onShowKeys={onShowKeys} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Search({ onClose, onShowKeys }: Omit<PaletteProps, 'open'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isEntered, setEntered] = useState(false)
  const own = useOwnItems(onShowKeys)
  const { records, isAwaited, hasFailed } = useRecords(typed.trim())
  const groups = byGroup([...matching(own, typed), ...records])
  // The arrow keys go through the items in the order of the page.
  const items = groups.flatMap(({ items }) => items)
  const { active, isFirst, activateFirst, onArrowKey, inputProps, listProps, optionProps } = useOptions(
    items,
    choose,
  )

  function choose(item: PaletteItem) {
    onClose()
    // The dialog first closes and gives the focus back. The item runs in the next frame, so that it can move the focus
    // again.
    requestAnimationFrame(item.run)
  }

  const chooseEntered = useEffectEvent(() => {
    setEntered(false)
    if (active) choose(active)
  })
  useEffect(() => {
    if (isEntered && !isAwaited) chooseEntered()
  }, [isEntered, isAwaited])

  function onKeyDown(event: KeyboardEvent) {
    onArrowKey(event)
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Enter waits for the search. The record that is first now still belongs to the text before the last keystroke.
      if (isAwaited && isFirst && (!active || active.group === 'Records')) setEntered(true)
      else if (active) choose(active)
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <input
          {...inputProps}
          type="text"
          role="combobox"
          aria-controls={listProps.id}
          aria-label="Find sections, records and actions"
          aria-expanded="true"
          placeholder="Section, record or action…"
          maxLength={100}
          className="min-h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-soft"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            activateFirst()
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
        />
        {isAwaited && <Spinner className="text-leaf-ink" />}
        <Base.Close className="min-h-11 rounded-sm px-2 text-sm text-ink-soft hover:text-ink">Esc</Base.Close>
      </div>
      <div {...listProps} className="overflow-y-auto p-2">
        {groups.map(({ group, items: own }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="px-3 pt-2 pb-1 text-sm text-ink-soft">
              {group}
            </div>
            {own.map((item) => (
              <OptionRow key={item.id} {...optionProps(item)} />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-5 pb-4 text-ink-soft empty:hidden">
        {hasFailed
          ? 'We couldn’t search the records. Check your connection.'
          : items.length === 0 && !isAwaited && 'No results. Try a name, a phone number or a reference.'}
      </p>
    </>
  )
}

function useRecords(typed: string) {
  const go = useGo()
  const q = useSettled(typed, 150)
  const isSearching = q.length >= searchLengthMin
  const { data, isFetching, isError } = useQuery({
    ...query('GET /api/admin/search', { query: { q } }),
    enabled: isSearching,
    placeholderData: (before) => before,
  })
  return {
    records: isSearching ? recordItems(data?.data ?? [], hasSection, go) : [],
    isAwaited: isSearching && (isFetching || q !== typed),
    hasFailed: isSearching && isError,
  }
}

const hasSection = (id: string) => sections.some((section) => section.id === id)

function useGo() {
  const navigate = useNavigate()
  return (section: string, request?: SectionRequest) => {
    const [id = '', search] = section.split('?')
    void navigate({ hash: search === undefined ? id : `${id}?${search}` }, { state: request ?? null })
    document.getElementById('content')?.focus()
  }
}

function useOwnItems(onShowKeys: () => void): PaletteItem[] {
  const go = useGo()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const refresh = currentRefresh()
  const theme = readTheme()
  const action = (label: string, run: () => void, words?: string): PaletteItem => ({
    id: label,
    label,
    group: 'Actions',
    run,
    ...(words && { words }),
  })
  const own = useOpenSections()
  return [
    ...own.map(({ id, title, description }) => ({
      id,
      label: title,
      detail: description,
      words: description,
      group: 'Sections' as const,
      run: () => go(id),
    })),
    ...own.flatMap(({ id, actions }) =>
      actions.map(([label, name, words]) =>
        action(label, () => (name.startsWith('?') ? go(id + name) : go(id, { action: name })), words),
      ),
    ),
    ...(refresh ? [action('Refresh', refresh, 'reload again')] : []),
    ...(Object.keys(themes) as Theme[])
      .filter((one) => one !== theme)
      .map((one) => action(themes[one], () => chooseTheme(one), 'theme colours dark light')),
    action('Keyboard shortcuts', onShowKeys, 'keyboard shortcuts help'),
    action('Back to site', () => void navigate('/'), 'home leave'),
    action('Sign out', () => signOut.mutate(), 'log off'),
  ]
}
