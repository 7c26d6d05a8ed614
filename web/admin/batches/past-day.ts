import { isSchoolDay } from '../../../contract/school-day.ts'
import { dayText } from '../../../contract/words.ts'

/** A new day that is over is asked about (D§1): 'Really 2020?' */
export function pastDayQuestion(before: string | null, day: string, today: string) {
  if (day === before || !isSchoolDay(day) || day >= today) return null
  return {
    title: `Really ${day.slice(0, 4)}?`,
    text: `${dayText(day)} is over. Nobody can enrol in a batch of that day.`,
    yes: 'Yes, save it',
    no: 'Change the date',
  }
}
