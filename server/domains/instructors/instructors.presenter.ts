import type { AdminInstructor, PublicInstructor } from '../../../contract/instructors.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import type { InstructorRow } from './instructors.repository.ts'

export function presentPublicInstructor(row: InstructorRow): PublicInstructor {
  const picture = pictureOf(row)
  return {
    id: row.id,
    name: row.name,
    role: row.specialization,
    specialization: row.specialization,
    description: row.bio,
    bio: row.bio,
    highlights: JSON.parse(row.highlights) as string[],
    experience_years: row.experience_years,
    email: row.email,
    profile_image: imageFileOf(picture),
    picture,
    icon: null,
    is_active: row.is_active === 1,
  }
}

export function presentAdminInstructor(row: InstructorRow): AdminInstructor {
  return {
    ...presentPublicInstructor(row),
    phone: row.phone,
    hourly_rate: row.hourly_rate_in_paise === null ? null : row.hourly_rate_in_paise / 100,
    created_at: row.created_at,
    version: row.version,
  }
}
