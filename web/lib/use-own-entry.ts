import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Of the history entry of an open dialog. */
interface EntryState {
  isOfDialog?: true
}

/**
 * Gives an open dialog a history entry of its own: Back, on a phone the way out of everything, closes the dialog, and
 * Back again leaves the page. A dialog that is closed otherwise takes its entry away. A link in it replaces the entry
 * (`replace`) and leaves the dialog open: it goes with its page.
 */
export function useOwnEntry({
  isOpen,
  isLocked,
  onBack,
}: {
  isOpen: boolean
  /** Back does nothing. */
  isLocked: boolean
  onBack: () => void
}): void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const isThere = (state as EntryState | null)?.isOfDialog === true
  const entry = useRef<'none' | 'asked' | 'there' | 'leaving'>('none')
  useEffect(() => {
    const add = () => {
      entry.current = 'asked'
      const own: EntryState = { ...(state as object | null), isOfDialog: true }
      void navigate({ pathname, search, hash }, { state: own, preventScrollReset: true })
    }
    if (isOpen && isThere) {
      // Also one that was there before a reload.
      if (entry.current !== 'leaving') entry.current = 'there'
    } else if (isOpen) {
      if (entry.current === 'asked') return
      const wasThere = entry.current === 'there'
      if (!wasThere || isLocked) return add()
      entry.current = 'none'
      onBack()
    } else if (isThere) {
      // Forward, too, leads nowhere but back.
      if (entry.current === 'leaving') return
      entry.current = 'leaving'
      void navigate(-1)
    } else if (entry.current !== 'asked') entry.current = 'none'
  })
}
