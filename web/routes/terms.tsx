import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Terms() {
  return (
    <ShortPage title="Terms & Services">
      For our delivery and refund terms, please ask us before you order; we gladly explain them.
    </ShortPage>
  )
}
