import { createContext, useContext } from 'react'

export interface PageAssets {
  siteUrl: string
  today: string
  /** The time of the rendering; only on the server. */
  now?: string
  /** True if some data could not be loaded; only on the server. */
  isUnloaded?: boolean
  /** True in the preview of a record, whose share picture and structured data nobody else can open; only on the server. */
  isOfRecord?: boolean
  /** The path of a page that does not exist. */
  missingAt: string | null
}

const PageAssetsContext = createContext<PageAssets>({ siteUrl: '', today: '', missingAt: null })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

export const pageDataId = 'page-data'
