import { laterPart } from '../../../lib/later-part.tsx'
import type { DeliveryCheckProps } from './delivery-check.tsx'

export const DeliveryCheck = laterPart<DeliveryCheckProps>(
  () => import('./delivery-check.tsx'),
  <div className="h-48 petal bg-leaf-tint" />,
)
