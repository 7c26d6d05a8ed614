import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface EntryState {
  isOfDialog?: true
}

/**
 * Gives an open dialog its own history entry: Back, the usual way out on a phone, closes the dialog, and Back again
 * leaves the page. A dialog that is closed otherwise removes its entry. A link in it replaces the entry (`replace`) and
 * leaves the dialog open, which goes with its page.
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
      // The entry may also stem from before a reload.
      if (entry.current !== 'leaving') entry.current = 'there'
    } else if (isOpen) {
      if (entry.current === 'asked') return
      const wasThere = entry.current === 'there'
      if (!wasThere || isLocked) return add()
      entry.current = 'none'
      onBack()
    } else if (isThere) {
      // Forward to a closed dialog's entry leads straight back.
      if (entry.current === 'leaving') return
      entry.current = 'leaving'
      void navigate(-1)
    } else if (entry.current !== 'asked') entry.current = 'none'
  })
}
