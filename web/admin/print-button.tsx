import { Printer } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Opens the browser's own printing. */
export function PrintButton({
  what,
  variant = 'outline',
}: {
  what?: string
  variant?: 'outline' | 'primary'
}) {
  return (
    <Button variant={variant} className={what && 'max-sm:grow'} onClick={() => window.print()}>
      <Icon of={Printer} />
      Print{what && <span className="sr-only"> the {what}</span>}
    </Button>
  )
}
