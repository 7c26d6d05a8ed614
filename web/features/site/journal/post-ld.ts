import type { School } from '../../../../contract/school/school.ts'
import type { ListedPost } from '../../../../contract/site/journal.ts'
import { shareFactsOfPost, sharePicturePath } from '../../../../contract/site/share-pictures.ts'
import { breadcrumbsLd, schoolRefLd } from '../../../lib/json-ld.tsx'

export function postPageLd(post: ListedPost, school: School): Record<string, unknown>[] {
  const above = breadcrumbsLd(school, [
    ['The journal', '/blog'],
    [post.title, postPath(post)],
  ])
  return [postLd(post, school), above]
}

const postPath = ({ slug }: ListedPost) => `/blog/${slug}`

function postLd(post: ListedPost, school: School): Record<string, unknown> {
  const path = postPath(post)
  const publisher = schoolRefLd(school)
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    url: school.siteUrl + path,
    mainEntityOfPage: school.siteUrl + path,
    image: school.siteUrl + sharePicturePath(path, shareFactsOfPost(post, school)),
    datePublished: post.published_at,
    dateModified: post.updated_at > post.published_at ? post.updated_at : post.published_at,
    author: post.author ? { '@type': 'Person', name: post.author.name } : publisher,
    publisher,
    keywords: post.tags.map(({ name }) => name),
    timeRequired: `PT${post.readingMinutes}M`,
  }
}

export function journalLd(posts: readonly ListedPost[], school: School): Record<string, unknown>[] {
  return [
    {
      '@type': 'Blog',
      name: `${school.name}: the journal`,
      url: `${school.siteUrl}/blog`,
      blogPost: posts.map((post) => postLd(post, school)),
    },
  ]
}
