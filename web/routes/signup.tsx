import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function SignUp() {
  return (
    <ShortPage title="Sign up">
      You can enrol and book without an account. To have one made for you, call or write to us.
    </ShortPage>
  )
}
