import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Shop() {
  return (
    <ShortPage title="Bouquets">
      Our bouquet collection is being photographed. Tell us what the flowers are for, and we tie them for you:
      call, or visit us during these hours.
    </ShortPage>
  )
}
