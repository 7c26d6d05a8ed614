import {
  type ShareFacts,
  shareFactsOfPage,
  sharePicturePath,
  shareSize,
} from '../../contract/share-pictures.ts'
import { usePageAssets } from './page-context.tsx'
import { useSchool } from './school.ts'

/** What a shared link shows in a chat, and what search engines take as the page's address. Addresses are absolute. */
export function ShareTags({
  title,
  description,
  path,
  facts: own,
  type = 'website',
}: {
  title: string
  description: string
  path: string
  /** What stands on the page's picture; by default what the contract says of the page. */
  facts?: ShareFacts
  type?: 'website' | 'article'
}) {
  const { siteUrl } = usePageAssets()
  const school = useSchool()
  const facts = own ?? (school ? shareFactsOfPage(path, school) : null)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={siteUrl + path} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={siteUrl + path} />
      <meta property="og:locale" content="en_IN" />
      {school && <meta property="og:site_name" content={school.name} />}
      {facts && (
        <>
          <meta property="og:image" content={siteUrl + sharePicturePath(path, facts)} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(shareSize.width)} />
          <meta property="og:image:height" content={String(shareSize.height)} />
          <meta
            property="og:image:alt"
            content={`${facts.title}: flowers, and the name of ${facts.school}`}
          />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
