import { chatLink, telLink } from './contact-links.ts'
import { useSchool } from './school.ts'
import * as text from './without-scripts.en.tsx'

/** Names the school's phone number and its WhatsApp link, as far as the school has them. */
export function CallOrChat() {
  const school = useSchool()
  return text.callOrChat({
    phone: school?.phone && (
      <a className="whitespace-nowrap underline" href={telLink(school.phone)}>
        {school.phone}
      </a>
    ),
    chat: school?.whatsapp && (
      <a className="underline" href={chatLink(school.whatsapp, text.chatMessage(school))}>
        {text.chat}
      </a>
    ),
  })
}

/** Tells people without JavaScript which way to use instead of a form or a page. */
export function WithoutScripts({ of = 'form' }: { of?: 'form' | 'page' }) {
  return (
    <noscript>
      {/* Nobody sees this text if the browser runs our code, so only the server renders it. */}
      {import.meta.env.SSR && (
        <p>{(of === 'form' ? text.formNeedsScripts : text.pageNeedsScripts)(<CallOrChat />)}</p>
      )}
    </noscript>
  )
}
