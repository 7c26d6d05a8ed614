import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  url: string
  title: string
  text?: string
  what?: string
  children?: ReactNode
}

export default function ShareButton({
  url,
  title,
  text,
  what = 'The link',
  children = 'Share',
  ...button
}: ShareButtonProps) {
  const [status, setStatus] = useState('')
  async function share() {
    setStatus('')
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ url, title, ...(text && { text }) })
      await navigator.clipboard.writeText(url)
      setStatus(`${what} is copied`)
    } catch (error) {
      // The visitor closed the device's share dialog.
      if ((error as Error).name === 'AbortError') return
      setStatus(`${what}: ${url}`)
    }
  }
  return (
    <>
      <Button {...button} onClick={() => void share()}>
        {children}
      </Button>
      <span role="status" className={status === '' ? 'sr-only' : 'text-sm text-ink-soft'}>
        {status}
      </span>
    </>
  )
}
