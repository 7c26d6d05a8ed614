// The text in English that stands in for what works only by an e-mail.

import type { ReactNode } from 'react'

export const noEmails = (callOrChat: ReactNode) => (
  <>This needs an e-mail from us, and we can’t send any right now. Please {callOrChat}.</>
)
