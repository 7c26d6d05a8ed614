import { isSchoolDay } from '../../../contract/school-day.ts'
import { dayText } from '../../../contract/words.ts'

/** Asks before a day that is over is saved, because it may be a wrong year. */
export function pastDayQuestion(before: string | null, day: string, today: string) {
  if (day === before || !isSchoolDay(day) || day >= today) return null
  return {
    title: `Really ${day.slice(0, 4)}?`,
    text: `${dayText(day)} is over. Nobody can enrol in a batch of that day.`,
    yes: 'Yes, save it',
    no: 'Change the date',
  }
}
