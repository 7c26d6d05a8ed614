import { useLayoutEffect, useState } from 'react'

/** Open ones, the topmost last. */
const popups: HTMLElement[] = []
let taken: HTMLElement[] = []

/** Toasts stay: what a dialog's deed has done is said there, with its Undo. Backdrops are Base UI's, which frees them itself. */
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

/**
 * Takes the page behind an open dialog, and the dialog beneath it, from pointer, keyboard and the browser's search: Base UI
 * hides them from screen readers alone. Answers the popup's `ref`.
 */
export function useInertBehind(open: boolean): (popup: HTMLElement | null) => void {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  // Before Base UI gives the focus back, which it does once this commit is over.
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
 * Gives the focus to what lies behind a dialog, by the deed that closes it: the dialog goes a moment later, and until then
 * the browser would refuse the focus. Where the focus stays in the page, Base UI takes it nowhere else.
 */
export function focusBehind(target: HTMLElement | null | undefined): void {
  const part = taken.find((element) => element.contains(target ?? null))
  if (part) part.inert = false
  target?.focus()
}
