/** For a heading's `ref`: the view that takes another's place begins there, for the eye and for the reader. */
export function showFromTop(heading: HTMLElement | null): void {
  if (heading === null) return
  window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}
