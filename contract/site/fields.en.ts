// The sentence in English for an address of the journal that has no post.

export const postUnknown = 'We couldn’t find this post.'
