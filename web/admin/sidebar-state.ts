const cookie = 'sidebar_state'
const keptSeconds = 7 * 24 * 60 * 60

/** Whether the side menu is open is kept in a cookie for 7 days. */
export function readSidebarOpen(): boolean {
  return !document.cookie.split('; ').includes(`${cookie}=false`)
}

export function keepSidebarOpen(isOpen: boolean): void {
  // Not the Cookie Store API: it is not in every browser.
  document.cookie = `${cookie}=${isOpen}; path=/; max-age=${keptSeconds}; samesite=lax`
}
