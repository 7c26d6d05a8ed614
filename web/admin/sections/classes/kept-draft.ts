import type { AdminClass } from '../../../../contract/courses.ts'
import { type ClassFormValues, formValues } from './class-form.ts'

/** What was typed when the session ended: it waits in this tab until its owner is signed in again. */
export interface KeptDraft {
  /** The class that was being edited; null where it was a new one. */
  item: AdminClass | null
  values: ClassFormValues
}

const storageKey = 'classDraft'

export function keepDraft(draft: KeptDraft): boolean {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
    return true
  } catch {
    return false // storage is switched off or full
  }
}

export function readDraft(): KeptDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeptDraft | null
    // A draft of another release may lack fields.
    return draft && { item: draft.item, values: { ...formValues(draft.item), ...draft.values } }
  } catch {
    return null
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // storage is switched off: there is none
  }
}
