import { ForgotPasswordPanel } from '../features/account/forgot-password-panel.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

export default function ForgotPassword() {
  return (
    <AccountPage steps title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
