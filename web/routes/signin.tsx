import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Page_signin() {
  return <ShortPage title="signin">In progress.</ShortPage>
}
