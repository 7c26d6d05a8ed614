import * as z from 'zod/mini'
import { type AdminInstructor, instructorInput } from '../../../../contract/instructors.ts'

const { name, email, phone, specialization, bio } = instructorInput.shape

/** What the fields hold: text as typed, and the box. */
export interface InstructorFormValues {
  name: string
  email: string
  phone: string
  specialization: string
  /** Years. */
  experience: string
  /** Rupees. */
  hourlyRate: string
  bio: string
  isActive: boolean
}

const rules = z.object({
  name,
  email,
  phone,
  specialization,
  experience: z
    .string()
    .check(
      z.refine(
        (typed) => /^\d{0,3}$/.test(typed.trim()) && Number(typed) <= 100,
        'Experience must be a whole number of years, 0 to 100',
      ),
    ),
  hourlyRate: z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim() === '' || /^\d{1,8}(\.\d{1,2})?$/.test(typed.trim()),
        'Hourly rate must be a number of 0 or more, with at most 2 decimals',
      ),
    ),
  bio,
  isActive: z.boolean(),
})

/** The contract's rules, on what people type: it checks, and changes nothing. */
export const instructorForm = rules as z.ZodMiniType<unknown, InstructorFormValues>

/** What the form starts with; active unless told (B§5). */
export function formValues(item: AdminInstructor | null): InstructorFormValues {
  return {
    name: item?.name ?? '',
    email: item?.email ?? '',
    phone: item?.phone ?? '',
    specialization: item?.specialization ?? '',
    experience: item?.experience_years == null ? '' : String(item.experience_years),
    hourlyRate: item?.hourly_rate == null ? '' : String(item.hourly_rate),
    bio: item?.bio ?? '',
    isActive: item?.is_active ?? true,
  }
}

/** What the form sends. Values have passed `instructorForm`. */
export function instructorBody(values: InstructorFormValues) {
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || null,
    specialization: values.specialization.trim() || null,
    experience_years: values.experience.trim() === '' ? null : Number(values.experience),
    hourly_rate: values.hourlyRate.trim() === '' ? null : Number(values.hourlyRate),
    bio: values.bio.trim() || null,
    is_active: values.isActive,
  }
}

const fieldNames: Record<string, keyof InstructorFormValues> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  specialization: 'specialization',
  experience_years: 'experience',
  hourly_rate: 'hourlyRate',
  bio: 'bio',
  is_active: 'isActive',
}

/** The server's names of fields, as the form calls them. */
export function formFieldOf(serverField: string): keyof InstructorFormValues | null {
  return fieldNames[serverField] ?? null
}

/** What the fields are called, in the order of the form. */
export const fieldLabels: Record<keyof InstructorFormValues, string> = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  specialization: 'Specialization',
  experience: 'Experience (Years)',
  hourlyRate: 'Hourly Rate',
  bio: 'Bio',
  isActive: 'Active Instructor',
}
