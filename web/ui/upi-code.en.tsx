// The texts in English about a UPI id and its code.

import type { ReactNode } from 'react'

export const openUpiApp = 'Open a UPI app'
export const showQrCode = 'Show the QR code'
export const qrCodeFor = ({ id }: { id: string }) => `UPI QR code for ${id}`
export const upiId = 'UPI id'
export const upiIdIs = (id: ReactNode) => <>UPI id {id}</>
export const someAppsRefuseLinks =
  'Some apps don’t open links to a personal UPI id. If yours doesn’t, copy it or scan the code from another phone.'
