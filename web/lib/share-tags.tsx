import { useQueryClient } from '@tanstack/react-query'
import { shortenedAtWord } from '../../contract/graphemes.ts'
import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import type { School } from '../../contract/school/school.ts'
import {
  type ShareFacts,
  shareFactsOfPage,
  sharePicturePath,
  shareSize,
} from '../../contract/site/share-pictures.ts'
import { fallbacksQuery } from './fallbacks.ts'
import * as text from './lib.en.ts'
import { usePageAssets } from './page-context.tsx'
import { useSchool } from './school.ts'

export function ShareTags({
  title,
  wholeTitle,
  description,
  path,
  facts = null,
}: {
  /** The title without the school's name, which is added. */
  title?: string
  /** The complete title, which contains the school's name already. */
  wholeTitle?: string
  description: string
  /** The page's path. The path includes the query if each query makes a page of its own. */
  path: string
  /** The facts that the share picture shows, if the path alone does not tell them; only on the server. */
  facts?: (() => ShareFacts) | null
}) {
  const { siteUrl } = usePageAssets()
  const school = useSchool()
  // Search engines show 160 characters.
  const shortened = shortenedAtWord(description, 160)
  const shown = wholeTitle ?? (school ? `${title} · ${school.name}` : title)
  return (
    <>
      <title>{shown}</title>
      <meta name="description" content={shortened} />
      <link rel="canonical" href={siteUrl + path} />
      {import.meta.env.SSR && (
        <>
          <meta property="og:title" content={shown} />
          <meta property="og:description" content={shortened} />
          <meta property="og:url" content={siteUrl + path} />
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="en_IN" />
          {school && <meta property="og:site_name" content={school.name} />}
          {school && <PictureTags path={path.replace(/\?.*/s, '')} school={school} factsOfThing={facts} />}
        </>
      )}
    </>
  )
}

/** Chat programs read only the server's HTML, so only the server renders this. */
function PictureTags({
  path,
  school,
  factsOfThing,
}: {
  path: string
  school: School
  factsOfThing: (() => ShareFacts) | null
}) {
  const { siteUrl, isOfRecord } = usePageAssets()
  const shown = useQueryClient().getQueryData<Fallbacks>(fallbacksQuery().queryKey)
  const facts = factsOfThing?.() ?? shareFactsOfPage(path, school, shown)
  if (facts === null || isOfRecord) return null
  return (
    <>
      <meta property="og:image" content={siteUrl + sharePicturePath(path, facts)} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(shareSize.width)} />
      <meta property="og:image:height" content={String(shareSize.height)} />
      <meta
        property="og:image:alt"
        content={text.sharePicture({ title: facts.title, school: facts.school })}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
