import { Link } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'

export const handle: PageHandle = { status: 404 }

export default function NotFound() {
  return (
    <>
      <title>Page not found</title>
      <h1>Oops! Page not found</h1>
      <Link to="/">Back to home</Link>
    </>
  )
}
