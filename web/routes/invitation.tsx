import { lazy } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import { AccountPage } from '../layout/visitor-page.tsx'

const InvitationPanel = lazy(() => import('../features/accounts/account/invitation-panel.tsx'))

export const handle: PageHandle = { isPrivate: true }

export default function Invitation() {
  return (
    <AccountPage steps title="Your invitation">
      <meta name="referrer" content="no-referrer" />
      <InvitationPanel />
    </AccountPage>
  )
}
