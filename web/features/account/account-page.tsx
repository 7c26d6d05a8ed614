import { type ReactNode, Suspense } from 'react'
import { useSchool } from '../../lib/school.ts'
import { Container } from '../../ui/section.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** The narrow page of a form around an account. Where a step's code comes later, it waits for it. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const school = useSchool()
  return (
    <Container className="max-w-[30rem]! py-12 md:py-20">
      <title>{`${title} · ${school?.name ?? 'Malar'}`}</title>
      <meta name="robots" content="noindex" />
      <Suspense
        fallback={
          <div className="grid place-items-center py-24" role="status" aria-label="Loading">
            <Spinner />
          </div>
        }
      >
        {children}
      </Suspense>
    </Container>
  )
}
