import { useLocation } from 'react-router'
import { ForgotPasswordPanel, SignUpPanel } from '../features/accounts/account/account-panels.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

/** Both addresses load this one file, so that what they share is not loaded with every page. */
export default function Account() {
  if (useLocation().pathname === '/signup') {
    return (
      <AccountPage steps title="Sign up">
        <SignUpPanel />
      </AccountPage>
    )
  }
  return (
    <AccountPage steps title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
