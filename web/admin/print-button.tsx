import { Printer } from 'lucide-react'
import { Button } from '../ui/button.tsx'

export function PrintButton({
  label,
  variant = 'outline',
}: {
  /** The text that screen readers read instead of 'Print'. */
  label?: string
  variant?: 'outline' | 'primary'
}) {
  return (
    <Button
      variant={variant}
      icon={Printer}
      aria-label={label}
      className={label && 'max-sm:grow'}
      onClick={() => window.print()}
    >
      Print
    </Button>
  )
}
