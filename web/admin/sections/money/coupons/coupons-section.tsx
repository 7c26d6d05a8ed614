import { sectionOf } from '../../../record-section.tsx'
import { coupons } from './coupons.tsx'

export default sectionOf(coupons)
