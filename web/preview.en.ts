// The texts of the bar on the pages of a preview, in English.

export const preview = 'Preview'
export const previewed = 'Preview. Visitors see “Opening soon” until you open the site.'
