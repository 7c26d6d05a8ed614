import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function About() {
  return (
    <ShortPage title="About us">
      We teach floral design to beginners and to those who make it their trade. Come and see the studio during
      these hours.
    </ShortPage>
  )
}
