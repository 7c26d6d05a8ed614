import { counted } from '../../../contract/words.ts'
import type { ToastInput } from '../../ui/toast-store.ts'

/** Some messages may have gone out before the letter was taken back. */
export function takenBackWords(
  takenBack: number,
  sent: number,
): Pick<ToastInput, 'title' | 'description' | 'tone'> {
  if (takenBack === 0)
    return { title: 'Too late', description: 'All of it has gone out already.', tone: 'info' }
  if (takenBack >= sent) return { title: 'Taken back', description: 'Nobody gets it.' }
  const gone = counted(sent - takenBack, 'message')
  return { title: 'Taken back in part', description: `${gone} of ${sent} had gone out already.` }
}
