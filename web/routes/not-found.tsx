import type { PageHandle } from '../../contract/page.ts'
import { NotFoundPage } from '../layout/not-found-page.tsx'

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  return <NotFoundPage />
}
