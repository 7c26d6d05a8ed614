import type { StatusFeedback, StudentFeedback } from '../../../contract/feedback.ts'
import type { Deps } from '../deps.ts'
import { presentStatusFeedback, presentStudentFeedback } from './feedback.presenter.ts'
import { listStatusFeedback, listStudentFeedback } from './feedback.repository.ts'

export type FeedbackService = ReturnType<typeof createFeedbackService>

export function createFeedbackService({ db }: Deps) {
  async function listForPublic(): Promise<StudentFeedback[]> {
    return (await listStudentFeedback(db.read)).map(presentStudentFeedback)
  }
  return {
    listForPublic,
    /** Student feedback and status feedback, each row with its kind (reading A3). */
    async listForAdmin(): Promise<(StudentFeedback | StatusFeedback)[]> {
      return [...(await listForPublic()), ...(await listStatusFeedback(db.read)).map(presentStatusFeedback)]
    },
  }
}
