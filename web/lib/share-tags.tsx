import { usePageAssets } from './page-context.tsx'

/** What a shared link shows in a chat, and what search engines take as the page's address. Addresses are absolute. */
export function ShareTags({
  title,
  description,
  path,
  image,
  type = 'website',
}: {
  title: string
  description: string
  path: string
  /** Path of a picture on this site. */
  image?: { path: string; width: number; height: number } | null
  type?: 'website' | 'article'
}) {
  const { siteUrl } = usePageAssets()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={siteUrl + path} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={siteUrl + path} />
      {image && (
        <>
          <meta property="og:image" content={siteUrl + image.path} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}

/** The share image of a stored picture: its largest JPEG up to 1600 px wide. */
export function shareImage(
  picture: { base: string; widths: number[]; width: number; height: number } | null | undefined,
): { path: string; width: number; height: number } | null {
  if (!picture) return null
  const width = Math.max(...picture.widths)
  return {
    path: `${picture.base}-${width}.jpg`,
    width,
    height: Math.round((picture.height / picture.width) * width),
  }
}
