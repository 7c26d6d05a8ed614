import { useSyncExternalStore } from 'react'

export type ToastInput = {
  title?: string
  description?: string
  tone?: 'success' | 'error' | 'info'
  /** The time in ms that the toast stays: 5,000 by default, 8,000 for errors. `Infinity` keeps it until dismissed. */
  durationMs?: number
  action?: { label: string; onClick: () => void }
}
export type ToastRecord = ToastInput & { id: number; durationMs: number; isOpen: boolean }

const keepRecordMs = 1_000_000

let record: ToastRecord | undefined
let lastId = 0
const listeners = new Set<() => void>()
let removal: ReturnType<typeof setTimeout> | undefined

const change = (next: ToastRecord | undefined) => {
  record = next
  for (const listener of listeners) listener()
}

/** Shows a toast in place of the previous one. Returns the id for `dismissToast`. */
export function toast(input: ToastInput): number {
  const id = ++lastId
  const durationMs = input.durationMs ?? (input.tone === 'error' ? 8_000 : 5_000)
  clearTimeout(removal)
  change({ ...input, id, durationMs, isOpen: true })
  return id
}

/** Hides the toast at once. The record of the toast is removed 1,000,000 ms later. */
export function dismissToast(id: number): void {
  if (record?.id !== id || !record.isOpen) return
  removal = setTimeout(() => change(undefined), keepRecordMs)
  change({ ...record, isOpen: false })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getToast = (): ToastRecord | undefined => record

export const useToast = (): ToastRecord | undefined =>
  useSyncExternalStore(subscribe, getToast, () => undefined)
