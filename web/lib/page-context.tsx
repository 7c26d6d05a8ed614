import { createContext, useContext } from 'react'

export interface PageAssets {
  siteUrl: string
  today: string
  /** The time of the rendering. Only the server knows it. */
  now?: string
  /** Some of the page's data could not be loaded. Only the server knows it. */
  isUnloaded?: boolean
  /** The path, if the server rendered the page as a missing one. */
  missingAt: string | null
}

const PageAssetsContext = createContext<PageAssets>({ siteUrl: '', today: '', missingAt: null })

export const PageAssetsProvider = PageAssetsContext.Provider

export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext)
}

export const pageDataId = 'page-data'
