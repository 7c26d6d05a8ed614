import { counted } from '../../../contract/words.ts'
import type { ToastInput } from '../../ui/toast-store.ts'

/** What became of a letter to a batch that was taken back: messages may have gone out by then. */
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
