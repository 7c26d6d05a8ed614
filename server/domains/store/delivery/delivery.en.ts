// The texts of the first delivery days in English.

export const sameDay = 'Same-day delivery'
export const fromDay = ({ day }: { day: string }) => `Delivery from ${day}`
