import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import type { CourseQuestion } from '../../../../contract/catalogue/course-questions.ts'
import type { School } from '../../../../contract/school/school.ts'
import type { CourseFacts } from './course-facts.ts'

const asksExperience =
  /\b(?:advanced|intermediate|master\s?class|professional|experienced?|refresher)\b|\bwho (?:already )?know\b/i

const beginnings: Record<string, string> = {
  'Diploma Course': 'No. The diploma begins with how to hold a knife and ends with work you can sell.',
  Workshops: 'No. A workshop begins at the beginning, and you take home what you made.',
}

/** Only what is surely true: the level stands there if the category is for beginners and no word disagrees. */
export function generalQuestions(course: CourseFacts, school: School | undefined): CourseQuestion[] {
  const beginning = beginnings[course.category]
  const isForBeginners = ![course.title, course.description].some((words) => asksExperience.test(words))
  return [
    ...(beginning && isForBeginners ? [{ question: 'Do I need experience?', answer: beginning }] : []),
    {
      question: 'Are flowers and tools included?',
      answer: 'Yes. Fresh flowers, foliage, mechanics and a set of tools at your bench are part of the fee.',
    },
    // Nothing is paid without a date, and the page says so beside the fee; a free course is never paid.
    ...(course.batch !== courseDefaults.nextbatch && Number(course.price) > 0
      ? [
          {
            question: 'When do I pay?',
            answer:
              'Your seat is held as soon as you enroll. You can pay at once or within the time shown; after that the seat goes to somebody else.',
          },
        ]
      : []),
    // A date that meets elsewhere says so itself.
    ...(course.batches.some(({ roomAddress }) => roomAddress)
      ? []
      : [{ question: 'Where is it?', answer: school ? school.address.join(', ') : 'At the school.' }]),
  ]
}
