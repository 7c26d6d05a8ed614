import { lazy } from 'react'
import { AccountPage } from '../features/account/account-page.tsx'

const ForgotPasswordPanel = lazy(() => import('../features/account/forgot-password-panel.tsx'))

export default function ForgotPassword() {
  return (
    <AccountPage title="Forgot your password?">
      <ForgotPasswordPanel />
    </AccountPage>
  )
}
