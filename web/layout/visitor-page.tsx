import type { ReactNode } from 'react'
import { useSchool } from '../lib/school.ts'
import { Container } from '../ui/section.tsx'

export function UnlistedTags({ title }: { title: string }) {
  const school = useSchool()
  return (
    <>
      <title>{school ? `${title} · ${school.name}` : title}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** A page about one visitor. Other sites do not learn its URL, but its forms still send their origin. */
export function VisitorPage({
  title,
  width = 'max-w-[40rem]!',
  children,
}: {
  title: string
  /** Classes for the width; by default a narrow column of text. */
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
