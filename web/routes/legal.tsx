import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { type PolicyKind, policyKinds, policyPaths } from '../../contract/school/policy-kinds.ts'
import { PolicyPage, policyQuery } from '../features/school/policies/policy-page.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing } from '../lib/query.ts'
import NotFound from './not-found.tsx'

const kindAt = (path: string): PolicyKind =>
  policyKinds.find((kind) => policyPaths[kind] === path.replace(/\/$/, '')) ?? 'terms'

export const handle: PageHandle = {
  // The terms of the hall are missing while the school has switched its hall off.
  queries: (_params, _search, path) => [{ ...policyQuery(kindAt(path)), isRequired: true }],
  isOpenEarly: true,
}

/** All policies share this one file, so that their common code is not part of other pages. */
export default function Legal() {
  const { pathname } = useLocation()
  const kind = kindAt(pathname)
  const result = useQuery(policyQuery(kind))
  const wasMissing = usePageAssets().missingAt === pathname && result.data === undefined
  return wasMissing || isMissing(result) ? <NotFound /> : <PolicyPage kind={kind} />
}
