/** Of a page that belongs to one visitor: no search engine lists it, and its address goes to no other site. */
export function PrivateTags({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
    </>
  )
}
