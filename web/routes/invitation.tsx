import { lazy } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/accounts/account/invitation.en.tsx'
import { loading } from '../layout/layout.en.tsx'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { Late } from '../lib/later-part.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const InvitationPanel = lazy(() => import('../features/accounts/account/invitation-panel.tsx'))

export const handle: PageHandle = { isPrivate: true, isOpenEarly: true }

export default function Invitation() {
  return (
    <Container className="beside-ikebana py-12 md:py-20">
      <UnlistedTags title={text.invitationTitle} />
      <meta name="referrer" content="no-referrer" />
      <Late fallback={<Awaited label={loading} />}>
        <InvitationPanel />
      </Late>
    </Container>
  )
}
