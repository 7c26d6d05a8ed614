import type { ReactNode } from 'react'
import { Late } from '../lib/late.tsx'
import { useSchool } from '../lib/school.ts'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

/** The title, and that search engines leave the page out. */
export function UnlistedTags({ title }: { title: string }) {
  const school = useSchool()
  return (
    <>
      <title>{`${title} · ${school?.name ?? 'Malar'}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/**
 * A page that belongs to one visitor: its address goes to no other site, but its forms say their origin. As high as the
 * window from the start.
 */
export function VisitorPage({
  title,
  width = 'max-w-[40rem]!',
  children,
}: {
  title: string
  /** Classes; a column to read in unless told. */
  width?: string
  children: ReactNode
}) {
  return (
    <Container tall className={`${width} py-10 md:py-16`}>
      <UnlistedTags title={title} />
      <meta name="referrer" content="same-origin" />
      {children}
    </Container>
  )
}

/** The narrow page of a form around an account. A page with `steps` waits for the code of a later step. */
export function AccountPage({
  title,
  steps = false,
  children,
}: {
  title: string
  steps?: boolean
  children: ReactNode
}) {
  return (
    <Container className="max-w-[30rem]! py-12 md:py-20">
      <UnlistedTags title={title} />
      {steps ? <Late fallback={<Awaited label="Loading" />}>{children}</Late> : children}
    </Container>
  )
}
