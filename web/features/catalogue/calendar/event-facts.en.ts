// The texts of an event in English. The panel of a day, which loads later, and the calendar without scripts share them.

export const time = 'Time'
export const where = 'Where'
export const instructor = 'Instructor'
export const duration = 'Duration'
export const spotsLeft = 'Spots left'
export const noSpots = 'None'
export const price = 'Price'
export const pastEvent = 'Past Event'
