import { type ActionFunctionArgs, Link, useActionData } from 'react-router'
import type { PageForm, PageHandle } from '../../contract/page.ts'
import * as text from '../features/site/opening/opening-soon.en.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { fallbacksQuery, useFallbacks } from '../lib/fallbacks.ts'
import { pageContext } from '../lib/request-context.ts'
import { useSchool } from '../lib/school.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { ErrorNote, Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { SchoolMark } from '../ui/school-mark.tsx'
import { Container } from '../ui/section.tsx'

/** Visitors get this page at every address until the owner opens the site. It runs no scripts. */
export const handle: PageHandle = {
  isBare: true,
  isStatic: true,
  isOpenEarly: true,
  queries: () => [fallbacksQuery()],
}

interface Answered {
  refusal: string | null
}

export async function action({ context }: ActionFunctionArgs): Promise<Answered> {
  const { fields, send } = context.get(pageContext).form as PageForm
  const sent = await send('POST /api/landing/email', { body: { email: fields.get('email') ?? '' } })
  return { refusal: sent.refusal?.message ?? null }
}

export default function OpeningSoon() {
  const school = useSchool()
  const { texts, pictures } = useFallbacks() ?? {}
  const [start, end] = (texts?.openingHeading ?? text.heading).split('\n')
  const picture = pictures?.openingPicture[0]
  const answered = useActionData<Answered>()
  return (
    <Container className="max-w-[40rem]! py-12 md:py-20">
      <UnlistedTags title={text.title} />
      <header className="flex items-center gap-3">
        <SchoolMark logo={school?.pictures.logo} />
        <p className="leading-tight">
          <span className="block font-display text-lg">{school?.name}</span>
          <span className="block text-sm text-ink-soft">{school?.city}</span>
        </p>
      </header>
      <main>
        {picture && (
          <Picture
            picture={picture}
            alt={picture.alt}
            eager
            sizes="(min-width: 40rem) 36rem, calc(100vw - 2.5rem)"
            className="mt-10 aspect-[3/2] w-full arch"
          />
        )}
        <PageTitle className="mt-12">
          {start} <em>{end}</em>
        </PageTitle>
        <p className="mt-4 text-lg whitespace-pre-line text-ink-soft">
          {texts?.openingLead ?? (school && text.lead({ school: school.name }))}
        </p>
        {answered?.refusal === null ? (
          <Note tone="success" role="status" className="mt-6" title={text.subscribed} />
        ) : (
          <form method="post" action="/opening-soon" className="mt-6 flex flex-wrap items-end gap-3">
            <div className="grow basis-60">
              <label htmlFor="email" className="mb-1 block font-bold">
                {text.email}
              </label>
              <input
                id="email"
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                className="control w-full"
              />
            </div>
            <Button type="submit">{text.subscribe}</Button>
            <ErrorNote className="w-full">{answered?.refusal}</ErrorNote>
          </form>
        )}
        {school?.phone && (
          <p className="mt-10">
            <span className="font-bold">{text.callUs}</span>{' '}
            <a className="link inline-flex min-h-11 items-center text-lg" href={telLink(school.phone)}>
              {school.phone}
            </a>
          </p>
        )}
      </main>
      <footer className="mt-12 text-sm">
        <Link className="link inline-flex min-h-11 items-center" to="/signin" reloadDocument>
          {text.staff}
        </Link>
      </footer>
    </Container>
  )
}
