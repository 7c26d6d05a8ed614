import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Calendar() {
  return (
    <ShortPage title="Calendar">
      The dates of all coming batches stand beside each course on our classes page. For a date that suits you
      better, ask us.
    </ShortPage>
  )
}
