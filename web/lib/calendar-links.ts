export function eventFile(batchId: string): string {
  return `/calendar/${encodeURIComponent(batchId)}.ics`
}

/** Subscribes the visitor's calendar program. */
export function subscribeLink(siteUrl: string): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/calendar.ics`
}
