import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function Contact() {
  return <ShortPage title="Contact">We are glad to help with courses, bouquets and the hall.</ShortPage>
}
