// The English texts that the recipient's page shows before the gift has loaded.

import type { ReactNode } from 'react'

export const title = 'Flowers for you'
export const oneMoment = 'One moment. We’re loading the page.'
export const loading = 'Loading'
export const notLoaded = 'We couldn’t load this page.'
export const notFound = 'This link no longer works'
export const notFoundLead = 'Ask the person who sent it to you for a new one.'
export const orAskUs = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>If you’re waiting for flowers, {callOrChat}.</>
)
export const visitStore = 'Visit the store'
export const plainNotLoaded = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>We couldn’t load this page. Refresh it, or {callOrChat}.</>
)
export const plainNotFound = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>This link no longer works. Ask the person who sent it to you for a new one, or {callOrChat}.</>
)
