import { useLayoutEffect, useState } from 'react'

const popups: HTMLElement[] = []
let taken: HTMLElement[] = []

/** Toasts stay usable, because they have the Undo button of a dialog. Base UI handles its own backdrops. */
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

/** Makes the page behind a dialog inert; Base UI only hides it from screen readers. Returns the popup's `ref`. */
export function useInertBehind(open: boolean): (popup: HTMLElement | null) => void {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  // This is a layout effect, because Base UI returns the focus after this commit.
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
 * Focuses an element behind a dialog that is about to close. The browser refuses to focus an inert element, so its part
 * of the page is freed first. Base UI does not move a focus that is already in the page.
 */
export function focusBehind(target: HTMLElement | null | undefined): void {
  const part = taken.find((element) => element.contains(target ?? null))
  if (part) part.inert = false
  target?.focus()
}
