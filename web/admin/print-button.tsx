import { Printer } from 'lucide-react'
import { Button } from '../ui/button.tsx'

export function PrintButton({
  what,
  variant = 'outline',
}: {
  what?: string
  variant?: 'outline' | 'primary'
}) {
  return (
    <Button variant={variant} icon={Printer} className={what && 'max-sm:grow'} onClick={() => window.print()}>
      Print{what && <span className="sr-only"> the {what}</span>}
    </Button>
  )
}
