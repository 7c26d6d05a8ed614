import type { Enquiry } from '../../../contract/enquiries.ts'
import type { EnquiryRow } from './enquiries.repository.ts'

export function presentEnquiry(row: EnquiryRow): Enquiry {
  return {
    id: row.id,
    fullname: row.name,
    name: row.name,
    emailaddress: row.email,
    email: row.email,
    phoneno: row.phone,
    phone: row.phone,
    enquiry: row.kind,
    question: row.question,
    created_at: row.created_at,
    answered_at: row.answered_at,
  }
}
