import { useLocation } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/accounts/account/account.en.tsx'
import { ForgotPasswordPanel, SignUpPanel } from '../features/accounts/account/account-panels.tsx'
import { loading } from '../layout/layout.en.tsx'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { Late } from '../lib/later-part.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

export const handle: PageHandle = { isOpenEarly: true }

/**
 * Both URLs share this one file, so that their common code is not part of other pages. The page waits until the code of
 * the later steps has loaded.
 */
export default function Account() {
  const isSignUp = useLocation().pathname === '/signup'
  return (
    <Container className="beside-ikebana py-12 md:py-20">
      <UnlistedTags title={isSignUp ? text.signUp : text.forgotPassword} />
      <Late fallback={<Awaited label={loading} />}>
        {isSignUp ? <SignUpPanel /> : <ForgotPasswordPanel />}
      </Late>
    </Container>
  )
}
