import type { ReactNode } from 'react'

export function PageShell({ children }: { children: ReactNode }) {
  return <main id="content">{children}</main>
}
