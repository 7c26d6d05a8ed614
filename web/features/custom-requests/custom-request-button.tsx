import { Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const CustomRequestDialog = lazyDialog(() => import('./custom-request-dialog.tsx'))

/** Opens the form for flowers of one's own; its code loads at the first press. */
export function CustomRequestButton({
  children,
  ...look
}: Pick<ButtonProps, 'variant' | 'size' | 'children' | 'className'>) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <Button {...look} onClick={() => setState('open')}>
        {children}
      </Button>
      {state !== 'unloaded' && (
        <Suspense>
          <CustomRequestDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
