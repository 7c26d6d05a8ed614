/** Whether an event happened in the toasts: a dialog does not take it for a press outside. */
export const isInToasts = (event: Event): boolean => {
  const place = event instanceof FocusEvent ? event.relatedTarget : event.target
  return place instanceof Element && place.closest('[data-toasts]') !== null
}
