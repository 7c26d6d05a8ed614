import { createContext, useContext } from 'react'

/** What the server put into the page, and the browser reads back from it. */
export interface PageAssets {
  /** JSON: the queries' answers that the page was rendered with. */
  data: string
  /** The site's CSS; null in development. */
  stylesheet: string | null
  siteUrl: string
}

const PageAssetsContext = createContext<PageAssets>({ data: '[]', stylesheet: null, siteUrl: '' })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

export const pageDataId = 'page-data'
export const stylesheetId = 'page-style'
