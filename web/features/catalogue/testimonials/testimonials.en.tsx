// The texts of the testimonials in English.

export const eyebrow = 'In their own words'
export const heading = (
  <>
    What our <em>students</em> say
  </>
)
export const showingSamples = 'Showing sample testimonials due to connection issues'
export const failed = 'We couldn’t load the testimonials.'
export const loading = 'Loading testimonials'
export const forStaff = 'Visitors don’t see this section until you add student feedback in the back office.'
export const none = 'No testimonials available at the moment.'
export const noneLead = 'Please check back later.'

export const testimonials = 'Testimonials'
export const carousel = 'carousel'
export const previous = 'Previous testimonial'
export const next = 'Next testimonial'
export const position = ({ number, total }: { number: number; total: number }) =>
  `Testimonial ${number} of ${total}`
export const play = 'Play testimonials'
export const pause = 'Pause testimonials'
