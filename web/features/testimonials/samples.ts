/** Shown where the school's own testimonials cannot be had. */
export const sampleTestimonials = [
  {
    id: 'sample-1',
    student_name: 'Lakshmi Narayanan',
    course_name: 'Foundation Diploma in Floral Design',
    feedback_text:
      'I came to learn how to tie a bouquet and left with a trade. The teachers notice every stem, and are kind about it.',
    rating: 5,
  },
  {
    id: 'sample-2',
    student_name: 'Farhan Ahmed',
    course_name: 'Wedding Stage Workshop',
    feedback_text:
      'Two days, one mandap, and I finally understand how to make it hold till the evening. Worth every rupee.',
    rating: 5,
  },
  {
    id: 'sample-3',
    student_name: 'Grace Thomas',
    course_name: 'Ikebana for Beginners',
    feedback_text:
      'Quiet mornings with three branches and a bowl. I did not expect a flower class to slow me down so well.',
    rating: 4,
  },
]
