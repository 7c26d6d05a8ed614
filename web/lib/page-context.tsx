import { createContext, useContext } from 'react'

/** What the server put into the page, and the browser reads back from it. */
export interface PageAssets {
  siteUrl: string
  today: string
  /** When the page is rendered. The server alone knows it. */
  now?: string
  /** Not all that the page shows could be loaded. The server alone knows it. */
  isUnloaded?: boolean
  /** The path, where the page was rendered as a missing one. */
  missingAt: string | null
}

const PageAssetsContext = createContext<PageAssets>({ siteUrl: '', today: '', missingAt: null })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

/** Of the element that holds the queries' answers as JSON. */
export const pageDataId = 'page-data'
