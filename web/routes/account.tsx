import { useLocation } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/accounts/account/account.en.tsx'
import { ForgotPasswordPanel, SignUpPanel } from '../features/accounts/account/account-panels.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

export const handle: PageHandle = { isOpenEarly: true }

/** Both URLs share this one file, so that their common code is not part of other pages. */
export default function Account() {
  if (useLocation().pathname === '/signup') {
    return (
      <AccountPage steps title={text.signUp}>
        <SignUpPanel />
      </AccountPage>
    )
  }
  return (
    <AccountPage steps title={text.forgotPassword}>
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
