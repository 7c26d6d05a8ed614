import type { ReactNode } from 'react'
import { ButtonLink, buttonClass } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'
import * as text from './upi-code.en.tsx'

/** Matches a hand-held device, where a `upi:` link opens a payment app. */
export const onPhone = '(pointer: coarse)'

export function UpiCode({ id, uri, children }: { id: string; uri: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <QrCode text={uri} label={text.qrCodeFor({ id })} />
      <UpiId id={id} />
      {children}
    </div>
  )
}

/** The link to the app comes first on a phone. On other devices the QR code comes first, because a phone scans it. */
export function UpiWays({
  id,
  uri,
  byApp,
  hasOpened,
  onOpen,
  onShow,
}: {
  id: string
  uri: string
  byApp: boolean
  hasOpened: boolean
  onOpen: () => void
  /** Called when the visitor asks for the code, if the code is not shown from the start. */
  onShow: () => void
}) {
  const app = (
    <ButtonLink
      href={uri}
      variant={!byApp ? 'quiet' : hasOpened ? 'outline' : 'primary'}
      wide
      className="pointer-fine:hidden"
      onClick={onOpen}
    >
      {text.openUpiApp}
    </ButtonLink>
  )
  if (!byApp) return <UpiCode {...{ id, uri }}>{app}</UpiCode>
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      {app}
      <details className="w-full" onToggle={({ currentTarget }) => currentTarget.open && onShow()}>
        <summary className={buttonClass({ variant: 'quiet', size: 'sm' })}>{text.showQrCode}</summary>
        <div className="mt-4 flex justify-center">
          <QrCode text={uri} label={text.qrCodeFor({ id })} />
        </div>
      </details>
      <UpiId id={id} />
      <p className="text-sm text-ink-soft">{text.someAppsRefuseLinks}</p>
    </div>
  )
}

function UpiId({ id }: { id: string }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <span>{text.upiIdIs(<strong className="select-all">{id}</strong>)}</span>
      <CopyButton text={id} what={text.upiId} />
    </div>
  )
}
