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

export const samples = [
  {
    student_name: 'Lakshmi Narayanan',
    course_name: 'Foundation Diploma in Floral Design',
    feedback_text:
      'I came to learn how to tie a bouquet and left with a trade. The teachers notice every stem, and are kind about it.',
    rating: 5,
  },
  {
    student_name: 'Farhan Ahmed',
    course_name: 'Wedding Stage Workshop',
    feedback_text:
      'Two days, one mandap, and I finally understand how to make it hold till the evening. Worth every rupee.',
    rating: 5,
  },
  {
    student_name: 'Grace Thomas',
    course_name: 'Ikebana for Beginners',
    feedback_text:
      'Quiet mornings with three branches and a bowl. I didn’t expect a flower class to slow me down so well.',
    rating: 4,
  },
]
