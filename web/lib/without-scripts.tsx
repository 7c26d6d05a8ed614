import { chatLink, telLink } from './contact-links.ts'
import { useSchool } from './school.ts'

/** How to reach the school by other means than this page. */
export function CallOrChat() {
  const school = useSchool()
  if (!school) return <>call us</>
  return (
    <>
      call{' '}
      <a className="underline" href={telLink(school.phone)}>
        {school.phone}
      </a>{' '}
      or{' '}
      <a className="underline" href={chatLink(school.whatsapp, `Hello ${school.name}, `)}>
        write on WhatsApp
      </a>
    </>
  )
}

/** Says beside a form why it does nothing where JavaScript is switched off, and what to do instead. */
export function WithoutScripts() {
  return (
    <noscript>
      <p>
        This form needs JavaScript, which is switched off. Please <CallOrChat />.
      </p>
    </noscript>
  )
}
