import { useEffect, useEffectEvent } from 'react'

/** The back office's keys: Ctrl or Cmd with K and B; `?` and `/` while nobody types. */
export function useAdminKeys(keys: { onPalette: () => void; onMenu: () => void; onHelp: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = commandOf(event, keys)
    if (run === null) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function commandOf(
  event: KeyboardEvent,
  { onPalette, onMenu, onHelp }: Parameters<typeof useAdminKeys>[0],
): (() => void) | null {
  if (event.defaultPrevented || event.altKey) return null
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (event.shiftKey) return null
    return key === 'k' ? onPalette : key === 'b' ? onMenu : null
  }
  const isTaken = (event.target as Element | null)?.closest?.(
    'input, textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog], [role=menu]',
  )
  if (isTaken) return null
  if (key === '?') return onHelp
  const search = key === '/' ? document.querySelector<HTMLInputElement>('main input[type=search]') : null
  return search && (() => search.focus())
}
