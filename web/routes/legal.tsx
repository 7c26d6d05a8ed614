import { useLocation } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { Privacy, Terms } from '../features/site/legal/legal.tsx'
import { fallbacksQuery } from '../lib/fallbacks.ts'

export const handle: PageHandle = { queries: () => [fallbacksQuery()], isOpenEarly: true }

/** Both URLs share this one file, so that their common code is not part of other pages. */
export default function Legal() {
  return useLocation().pathname === '/terms' ? <Terms /> : <Privacy />
}
