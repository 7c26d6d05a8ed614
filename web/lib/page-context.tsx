import { createContext, useContext } from 'react'

/** What the server put into the page, and the browser reads back from it. */
export interface PageAssets {
  siteUrl: string
  /** The school's day when the page was rendered, `YYYY-MM-DD`. */
  today: string
  /** The path of the page where it was rendered as one about what does not exist. */
  missingAt: string | null
}

const PageAssetsContext = createContext<PageAssets>({ siteUrl: '', today: '', missingAt: null })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

/** Holds, as JSON, the queries' answers that the page was rendered with. */
export const pageDataId = 'page-data'
