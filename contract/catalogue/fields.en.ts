// The English error messages for the addresses of course pages.

export const courseUnknown = 'We couldn’t find this course.'
