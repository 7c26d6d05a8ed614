import { createContext, useContext } from 'react'

export interface PageAssets {
  siteUrl: string
  today: string
  /** The instant of the rendering, on the server alone. */
  now?: string
  /** Some data could not be loaded; on the server alone. */
  isUnloaded?: boolean
  /** The path of a page that does not exist. */
  missingAt: string | null
}

const PageAssetsContext = createContext<PageAssets>({ siteUrl: '', today: '', missingAt: null })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

export const pageDataId = 'page-data'
