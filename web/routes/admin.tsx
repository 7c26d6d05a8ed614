import type { PageHandle } from '../../contract/page.ts'

export const handle: PageHandle = { isPrivate: true }

export default function Admin() {
  return <p>Admin</p>
}
