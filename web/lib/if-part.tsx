import type { ReactNode } from 'react'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { useHasPart } from './school.ts'

/** Shows links to a part of the site only while the school has that part switched on. */
export function IfPart({ part, children }: { part: SitePart; children: ReactNode }) {
  return useHasPart(part) && children
}
