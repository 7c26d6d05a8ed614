// The texts of the bar on the pages of a preview, in English.

export const bars: Record<'site' | 'trial' | 'record', { label: string; said: string; back?: string }> = {
  site: {
    label: 'Preview',
    said: 'Preview. Visitors see “Opening soon” until you open the site.',
  },
  record: {
    label: 'Preview',
    said: 'Preview. This is how visitors will see the page. Its address works for an hour.',
  },
  trial: {
    label: 'Trial',
    said: 'This is a trial. Choose a class and enrol as a visitor would. It’s free, and nothing is kept.',
    back: 'End the trial',
  },
}
