import { createContext } from 'react-router'
import type { PageContext } from '../../contract/page.ts'

/** The server's services for a page, for its rendering and for the `action` of a route. */
export const pageContext = createContext<PageContext>()
