import { useList } from '../../list/use-list.ts'
import { RecordSection } from '../../record-section.tsx'
import { coupons } from './coupons.tsx'

export default function CouponsSection() {
  return <RecordSection record={coupons} list={useList(coupons.list)} />
}
