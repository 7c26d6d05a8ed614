export const venueInclusions = [
  '1400 sq ft air-conditioned hall',
  'Attached pantry',
  '3 toilets',
  'Tables and chairs',
  'Cherry blossom tree centrepiece',
]

export const suitableEvents = [
  'Corporate Events',
  'Birthday Parties',
  'Baby Showers',
  'Proposals',
  'Team Building',
  'Workshops',
]

export const venueNote = 'Decorations, flowers and catering cost extra.'
