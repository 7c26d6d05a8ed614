import * as text from './lib.en.ts'
/** `event` names the batch on a page that has several links. */
export function CalendarLink({ batchId, event }: { batchId: string; event?: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center self-start print:hidden"
      aria-label={event && text.addEventToCalendar({ event })}
      href={`/calendar/${encodeURIComponent(batchId)}.ics`}
    >
      {text.addToCalendar}
    </a>
  )
}

export function subscribeLink(siteUrl: string): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/calendar.ics`
}
