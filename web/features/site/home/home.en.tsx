// The texts of the home page in English.

export const title = ({ school, city }: { school: string; city: string }) =>
  city ? `${school} · Floral design courses in ${city}` : `${school} · Floral design courses`

export const description = ({ school, city }: { school: string; city: string }) =>
  city
    ? `Floral design courses at ${school} in ${city}. See dates, seats and fees.`
    : `Floral design courses at ${school}. See dates, seats and fees.`

export const tagline = 'Start Your Floral Journey With Us'
export const schoolInCity = ({ school, city }: { school: string; city: string }) =>
  city ? `${school}, ${city}` : school
export const lead = 'Learn floral design with us. Choose a course and a date, and enrol online.'
export const findCourse = 'Find your course'
export const visitStudio = 'Visit the studio'
export const playSlideshow = 'Play slideshow'
export const pauseSlideshow = 'Pause slideshow'

export const hallEyebrow = 'Exquisite venue for rent'
export const hallHeading = 'Celebrate in\nour hall'
export const hallLead = 'See the hall, and ask us about your day.'
export const viewVenue = 'View Venue'
export const getUpdates = 'Get Updates'
export const loadingHall = 'Loading the hall…'
export const askAboutHall = 'Ask about the hall'
