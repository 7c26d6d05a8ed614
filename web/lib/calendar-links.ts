/** The file that puts one batch into a visitor's calendar. */
export function eventFile(batchId: string): string {
  return `/calendar/${encodeURIComponent(batchId)}.ics`
}

/** Opens the visitor's calendar program, which then follows every change. */
export function subscribeLink(siteUrl: string): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/calendar.ics`
}
