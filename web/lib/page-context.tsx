import { createContext, useContext } from 'react'

/** What the server put into the page, and the browser reads back from it. */
export interface PageAssets {
  /** JSON: the queries' answers that the page was rendered with. */
  data: string
  /** The site's CSS; null in development. */
  stylesheet: string | null
  siteUrl: string
  /** The school's day when the page was rendered, `YYYY-MM-DD`. */
  today: string
}

const PageAssetsContext = createContext<PageAssets>({ data: '[]', stylesheet: null, siteUrl: '', today: '' })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

export const pageDataId = 'page-data'
export const stylesheetId = 'page-style'
