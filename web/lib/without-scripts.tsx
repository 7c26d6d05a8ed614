import { chatLink, telLink } from './contact-links.ts'
import { useSchool } from './school.ts'

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

/** Tells what to do instead of a form or a page if JavaScript is switched off. */
export function WithoutScripts({ of = 'form' }: { of?: 'form' | 'page' }) {
  return (
    <noscript>
      {/* Nobody sees this text if the browser runs our code, so only the server renders it. */}
      {import.meta.env.SSR && (
        <p>
          This {of} needs JavaScript, which is switched off. Please <CallOrChat />.
        </p>
      )}
    </noscript>
  )
}
