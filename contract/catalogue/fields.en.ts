// The errors in English in the addresses of the pages of courses.

export const courseUnknown = 'We couldn’t find this course.'
