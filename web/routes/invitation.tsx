import { lazy } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/accounts/account/invitation.en.tsx'
import { AccountPage } from '../layout/visitor-page.tsx'

const InvitationPanel = lazy(() => import('../features/accounts/account/invitation-panel.tsx'))

export const handle: PageHandle = { isPrivate: true, isOpenEarly: true }

export default function Invitation() {
  return (
    <AccountPage steps title={text.invitationTitle}>
      <meta name="referrer" content="no-referrer" />
      <InvitationPanel />
    </AccountPage>
  )
}
