import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { type PolicyKind, policyKinds, policyPaths } from '../../contract/school/policy-kinds.ts'
import {
  AcceptedPage,
  acceptedQuery,
  PolicyPage,
  policyQuery,
} from '../features/school/policies/policy-page.tsx'
import type { ApiError } from '../lib/api.ts'
import { laterPart } from '../lib/later-part.tsx'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing } from '../lib/query.ts'

const kindAt = (path: string): PolicyKind =>
  policyKinds.find((kind) => policyPaths[kind] === path.replace(/\/$/, '')) ?? 'terms'

const MissingPage = laterPart(() => import('./not-found.tsx'), null)

export const handle: PageHandle = {
  // The terms of the hall are missing while the school has switched its hall off.
  queries: ({ hash }, _search, path) => [
    { ...(hash === undefined ? policyQuery(kindAt(path)) : acceptedQuery(hash)), isRequired: true },
  ],
  isOpenEarly: true,
}

/** All policies share this one file, so that their common code is not part of other pages. */
export default function Legal() {
  const { hash } = useParams()
  return hash === undefined ? <InForce /> : <Accepted hash={hash} />
}

function InForce() {
  const kind = kindAt(useLocation().pathname)
  const result = useQuery(policyQuery(kind))
  return useIsGone(result) ? <MissingPage /> : <PolicyPage kind={kind} />
}

function Accepted({ hash }: { hash: string }) {
  const result = useQuery(acceptedQuery(hash))
  return useIsGone(result) ? <MissingPage /> : <AcceptedPage hash={hash} />
}

function useIsGone(result: UseQueryResult<unknown, ApiError>): boolean {
  const wasMissing = usePageAssets().missingAt === useLocation().pathname && result.data === undefined
  return wasMissing || isMissing(result)
}
