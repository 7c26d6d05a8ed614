// The texts for browsers without scripts in English.

import type { ReactNode } from 'react'

/** Completes a sentence after "please" or a comma. A school may lack a phone number, WhatsApp or both. */
export const callOrChat = ({ phone, chat }: { phone: ReactNode; chat: ReactNode }) =>
  phone ? (
    <>
      call {phone}
      {chat && <> or {chat}</>}
    </>
  ) : (
    chat || 'contact us'
  )
export const chat = 'message us on WhatsApp'
export const chatMessage = ({ name }: { name: string }) => `Hello ${name}, `
export const formNeedsScripts = (callOrChat: ReactNode) => (
  <>This form needs JavaScript. Turn it on in your browser, or {callOrChat}.</>
)
export const pageNeedsScripts = (callOrChat: ReactNode) => (
  <>This page needs JavaScript. Turn it on in your browser, or {callOrChat}.</>
)
