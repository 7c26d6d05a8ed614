import { Component, type ReactNode } from 'react'
import { PageFailure } from './page-failure.tsx'

/** Keeps header and footer where a page throws, or its code could not be loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <PageFailure /> : this.props.children
  }
}
