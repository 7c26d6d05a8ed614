// The errors in English in the addresses of the journal's pages.

export const postUnknown = 'We couldn’t find this post.'
