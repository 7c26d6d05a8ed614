// The texts of the journal in English.

import type { ReactNode } from 'react'

export const title = 'Journal'
export const titleOfTag = ({ tag }: { tag: string }) => `Posts about ${tag}`
export const description = ({ school, city }: { school: string; city: string }) =>
  city
    ? `Notes on flowers and courses from ${school} in ${city}.`
    : `Notes on flowers and courses from ${school}.`
export const theJournal = 'The journal'
export const journalOf = ({ school }: { school: string }) => `${school} Journal`
export const heading = 'Notes from the\nflower bench'
export const headingOfTag = ({ tag }: { tag: string }) => (
  <>
    Posts about <em>{tag}</em>
  </>
)
export const tags = 'Tags'
export const loading = 'Loading the journal'
export const failed = 'We couldn’t load the journal.'
export const outOfDate = 'These posts may be out of date.'
export const none = 'No posts yet'
export const noneLead = 'Come back soon for our first one.'
export const minutes = ({ count }: { count: number }) => `${count}-minute read`
export const follow = (feed: (label: string) => ReactNode) => (
  <>Follow new posts in your feed reader with our {feed('RSS feed')}.</>
)

export const olderPosts = 'Older posts'
export const loadingOlder = 'Loading…'
export const olderFailed = 'We couldn’t load older posts. Check your connection.'

export const loadingPost = 'Loading post'
export const postFailed = 'We couldn’t load this post.'
export const postOutOfDate = 'This page may be out of date.'
export const fromSchool = 'From the school'
export const learnIt = 'Learn it with us'
export const batchAndPrice = ({ batch, price }: { batch: string; price: string }) => `${batch} · ${price}`
export const free = 'Free'
export const fromStore = 'From the store'
export const fromPrice = ({ price }: { price: string }) => `From ${price}`
export const readNext = (
  <>
    Read <em>next</em>
  </>
)
