import * as text from './lib.en.ts'
/** `event` names the batch on a page that has several links. `seat` opens the file of a course that is off the site. */
export function CalendarLink({ batchId, event, seat }: { batchId: string; event?: string; seat?: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center self-start print:hidden"
      aria-label={event && text.addEventToCalendar({ event })}
      href={`/calendar/${encodeURIComponent(batchId)}.ics${seat ? `?seat=${seat}` : ''}`}
    >
      {text.addToCalendar}
    </a>
  )
}

export function subscribeLink(siteUrl: string): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/calendar.ics`
}
