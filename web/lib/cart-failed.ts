import { toast } from '../ui/toast-store.ts'

export function toastFailed(names: readonly string[], count: number, why: string | undefined): void {
  const reason = why || 'Please check your connection and try again.'
  toast({
    title: `${names.join(', ')} could not be put into the cart`,
    description: names.length < count ? `${reason} The rest is in your cart.` : reason,
    tone: 'error',
  })
}
