const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day as pages show it, `Thu, 12 March 2026`: browsers differ in commas and in how they shorten a name. */
const dayAsShown = /^(?:[a-z]+\.?,? )?(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i

/** The school day of a text as pages show it; other text as it is. */
export function dayOf(named: string): string {
  const [, day, month = '', year] = dayAsShown.exec(named) ?? []
  const index = months.indexOf(month.toLowerCase())
  if (day === undefined || index < 0) return named
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
