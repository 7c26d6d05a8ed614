import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Privacy() {
  return (
    <ShortPage title="Privacy Policy">
      We keep what you send us for your enrolment or order, and nothing else. For a copy, a correction or its
      deletion, write to us.
    </ShortPage>
  )
}
