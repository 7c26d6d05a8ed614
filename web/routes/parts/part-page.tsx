import { type ReactNode, useEffect } from 'react'
import type { SitePart } from '../../../contract/school/site-parts.ts'
import { useHasPart } from '../../lib/school.ts'

/**
 * A page that belongs to a part of the site. While the school has the part switched off, the server answers that there
 * is no such page, so a link that leads here loads the address anew.
 */
export function PartPage({ part, children }: { part: SitePart; children: ReactNode }) {
  const isThere = useHasPart(part)
  useEffect(() => {
    if (!isThere) location.reload()
  }, [isThere])
  return isThere && children
}
