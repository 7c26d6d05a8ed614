import type { ReactNode } from 'react'
import { Late } from '../lib/later-part.tsx'
import { useSchool } from '../lib/school.ts'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

export function UnlistedTags({ title }: { title: string }) {
  const school = useSchool()
  return (
    <>
      <title>{`${title} · ${school?.name ?? 'Malar'}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Other sites get no address of a visitor's page, but its forms send their origin. */
export function VisitorPage({
  title,
  width = 'max-w-[40rem]!',
  children,
}: {
  title: string
  /** Classes; by default a column to read in. */
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

/** `steps` makes the page wait for the code of a later step. */
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
