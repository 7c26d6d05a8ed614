import type { ReactNode } from 'react'
import { useIsAdmin } from '../../../lib/use-session.ts'
import { Note } from '../../../ui/note.tsx'
import { Container } from '../../../ui/section.tsx'

/** Tells staff why a section is missing on the page, and how to make it appear. Visitors do not see this note. */
export function StaffNote({ children }: { children: ReactNode }) {
  const isStaff = useIsAdmin()
  if (!isStaff) return null
  return (
    <Container className="py-4">
      <Note>{children}</Note>
    </Container>
  )
}
