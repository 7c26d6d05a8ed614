import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import * as text from './layout.en.tsx'

export function PageFailure() {
  return (
    <div className="mx-auto max-w-page px-5 py-24">
      <title>{text.failedTitle}</title>
      <EmptyState
        title={<h1 className="text-2xl">{text.failed}</h1>}
        action={<Button onClick={() => location.reload()}>{text.tryAgain}</Button>}
      >
        <p>{text.failedLead}</p>
      </EmptyState>
    </div>
  )
}

/** Keeps header and footer when a page throws or cannot load its code. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <PageFailure /> : this.props.children
  }
}
