// The texts of the home page in English.

export const title = ({ school, city }: { school: string; city: string }) =>
  city ? `${school} · Floral design courses in ${city}` : `${school} · Floral design courses`

export const description = ({ city }: { city: string }) =>
  city
    ? `Floral design diplomas and workshops, fresh bouquets, and a hall for celebrations in ${city}.`
    : 'Floral design diplomas and workshops, fresh bouquets, and a hall for celebrations.'

export const tagline = 'Start Your Floral Journey With Us'
export const schoolInCity = ({ school, city }: { school: string; city: string }) =>
  city ? `${school}, ${city}` : school
export const lead =
  'Diplomas and weekend workshops in floral design. Learn hands-on with flowers fresh from the morning market.'
export const findCourse = 'Find your course'
export const visitStudio = 'Visit the studio'
export const heroPicture = 'Flowers arranged at our school'
export const playSlideshow = 'Play slideshow'
export const pauseSlideshow = 'Pause slideshow'

export const hallEyebrow = 'Exquisite venue for rent'
export const hallHeading = (
  <>
    Celebrate under the <em>cherry blossom</em>
  </>
)
export const hallLead =
  'A 1400 sq ft air-conditioned hall with its own pantry. Host a birthday, a baby shower, a proposal or a team day among the flowers.'
export const hallPicture = 'The hall with its cherry blossom tree'
export const viewVenue = 'View Venue'
export const getUpdates = 'Get Updates'
export const loadingHall = 'Loading the hall…'
export const askAboutHall = 'Ask about the hall'
