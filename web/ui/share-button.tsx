import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  url: string
  title: string
  text?: string
  /** The word for what is copied; "link" by default. */
  what?: string
  children?: ReactNode
}

/** Hands an address to the device's own sharing, or copies it if there is none. */
export default function ShareButton({
  url,
  title,
  text,
  what = 'The link',
  children = 'Share',
  ...button
}: ShareButtonProps) {
  const [told, setTold] = useState('')
  async function share() {
    setTold('')
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ url, title, ...(text && { text }) })
      await navigator.clipboard.writeText(url)
      setTold(`${what} is copied`)
    } catch (error) {
      // The visitor closed the device's window.
      if ((error as Error).name === 'AbortError') return
      setTold(`${what}: ${url}`)
    }
  }
  return (
    <>
      <Button {...button} onClick={() => void share()}>
        {children}
      </Button>
      <span
        role="status"
        className={told === '' ? 'sr-only' : 'text-sm text-ink-soft [overflow-wrap:anywhere]'}
      >
        {told}
      </span>
    </>
  )
}
