// The texts of the view of the hall in English.

export const back = 'Back'
export const eyebrow = ({ city }: { city: string }) => (city ? `Our hall in ${city}` : 'Our hall')
export const heading = (
  <>
    A room that’s <em>already in bloom</em>
  </>
)
export const lead =
  'Rent our hall for a day or an evening. It has a cherry blossom tree at its centre and soft northern light, and the flower market is ten minutes away.'
export const picture = 'The hall with its cherry blossom tree, tables and chairs'

export const included = 'What’s included'
export const inclusions = [
  '1400 sq ft air-conditioned hall',
  'Attached pantry',
  '3 toilets',
  'Tables and chairs',
  'Cherry blossom tree centrepiece',
]

export const suitableFor = 'Suitable for'
export const events = [
  'Corporate Events',
  'Birthday Parties',
  'Baby Showers',
  'Proposals',
  'Team Building',
  'Workshops',
]

export const prices = 'Prices'
export const extras = 'Note: Decorations, flowers and catering cost extra.'
export const bookNow = 'Book Now'
