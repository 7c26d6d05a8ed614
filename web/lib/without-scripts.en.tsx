// The texts for browsers without scripts in English.

import type { ReactNode } from 'react'

export const callUs = 'call us'
export const callOrChat = ({ phone, chat }: { phone: ReactNode; chat: ReactNode }) => (
  <>
    call {phone} or {chat}
  </>
)
export const chat = 'message us on WhatsApp'
export const chatMessage = ({ name }: { name: string }) => `Hello ${name}, `
export const formNeedsScripts = (callOrChat: ReactNode) => (
  <>This form needs JavaScript. Turn it on in your browser, or {callOrChat}.</>
)
export const pageNeedsScripts = (callOrChat: ReactNode) => (
  <>This page needs JavaScript. Turn it on in your browser, or {callOrChat}.</>
)
