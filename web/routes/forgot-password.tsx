import type { PageHandle } from '../../contract/page.ts'
import { ShortPage } from '../features/short-page/short-page.tsx'
import { officeHoursQuery } from '../lib/office-hours.ts'

export const handle: PageHandle = { queries: () => [officeHoursQuery()] }

export default function ForgotPassword() {
  return (
    <ShortPage title="Forgot your password?">
      Call or write to us from the address of your account, and we help you back in.
    </ShortPage>
  )
}
