import { telLink } from '../../lib/contact-links.ts'
import { usePageAssets } from '../../lib/page-context.tsx'
import { useSchool } from '../../lib/school.ts'
import { CallOrChat } from '../../lib/without-scripts.tsx'
import { Statement } from '../../ui/heading.tsx'
import { Awaited } from '../../ui/spinner.tsx'

export function LostLink() {
  const school = useSchool()
  return (
    <Statement title="This link no longer leads anywhere">
      If you have a newer letter from us, please use its link.
      {school && (
        <>
          {' '}
          Or call us at{' '}
          <a className="link whitespace-nowrap" href={telLink(school.phone)}>
            {school.phone}
          </a>
          .
        </>
      )}
    </Statement>
  )
}

export function LookingUp({ what }: { what: 'place' | 'receipt' }) {
  const { isUnloaded } = usePageAssets()
  return (
    <>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            {isUnloaded
              ? `Your ${what} could not be looked up. Please load this page again, or `
              : 'This link no longer leads anywhere. If you have a newer letter from us, please use its link, or '}
            <CallOrChat />.
          </p>
        )}
      </noscript>
      <Awaited label={`Looking up your ${what}`} className="py-24 noscript:hidden" />
    </>
  )
}
