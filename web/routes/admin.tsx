import { lazy, Suspense } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import { useGuard } from '../lib/guard.ts'
import { Spinner } from '../ui/spinner.tsx'

const AdminShell = lazy(() => import('../admin/shell.tsx'))

export const handle: PageHandle = { isPrivate: true, isBare: true }

export default function Admin() {
  const isAllowed = useGuard()
  const spinner = (
    <div className="grid min-h-dvh place-items-center" role="status" aria-label="Checking access">
      <Spinner />
    </div>
  )
  return (
    <>
      <title>Back office</title>
      <meta name="robots" content="noindex" />
      {isAllowed ? (
        <Suspense fallback={spinner}>
          <AdminShell />
        </Suspense>
      ) : (
        spinner
      )}
    </>
  )
}
