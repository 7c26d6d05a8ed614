import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import * as copyText from './copy.en.ts'
import * as text from './ui.en.ts'

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
  text: message,
  what = text.sharedLink,
  children = text.share,
  ...button
}: ShareButtonProps) {
  const [status, setStatus] = useState('')
  async function share() {
    setStatus('')
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ url, title, ...(message && { text: message }) })
      await navigator.clipboard.writeText(url)
      setStatus(copyText.itCopied({ what }))
    } catch (error) {
      // The visitor closed the device's share dialog.
      if ((error as Error).name === 'AbortError') return
      setStatus(copyText.linkAt({ what, url }))
    }
  }
  return (
    <>
      <Button {...button} onClick={() => void share()}>
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="size-5"
        >
          <path d="M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8" />
        </svg>
        {children}
      </Button>
      <span role="status" className={status === '' ? 'sr-only' : 'text-sm text-ink-soft'}>
        {status}
      </span>
    </>
  )
}
