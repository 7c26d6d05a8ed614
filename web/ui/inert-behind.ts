import { useLayoutEffect, useState } from 'react'

/** The open popups, the topmost last. */
const popups: HTMLElement[] = []
let taken: HTMLElement[] = []

/** Toasts stay usable, because they report a dialog's result, with its Undo. Base UI frees its own backdrops. */
const left = 'script, [data-toasts], [role=presentation]'

function elementsBeside(kept: Element): HTMLElement[] {
  const beside: HTMLElement[] = []
  for (let at = kept; at !== document.body && at.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other !== at && other instanceof HTMLElement && !other.matches(left)) beside.push(other)
    }
  }
  return beside
}

function settle(): void {
  for (const element of taken) element.inert = false
  const portal = popups.at(-1)?.closest('[data-base-ui-portal]')
  taken = portal ? elementsBeside(portal) : []
  for (const element of taken) element.inert = true
}

/** Base UI hides what lies behind a dialog only from screen readers; this makes it inert. Returns the popup's `ref`. */
export function useInertBehind(open: boolean): (popup: HTMLElement | null) => void {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  // It runs before Base UI returns the focus, which happens after this commit.
  useLayoutEffect(() => {
    if (!open || popup === null) return
    popups.push(popup)
    settle()
    return () => {
      popups.splice(popups.indexOf(popup), 1)
      settle()
    }
  }, [open, popup])
  return setPopup
}

/**
 * Focuses an element behind a dialog that is about to close. The dialog goes a moment later, and until then the browser
 * would refuse the focus. If the focus is in the page, Base UI does not move it.
 */
export function focusBehind(target: HTMLElement | null | undefined): void {
  const part = taken.find((element) => element.contains(target ?? null))
  if (part) part.inert = false
  target?.focus()
}
