import type { ComponentProps } from 'react'
import { useSchool } from '../lib/school.ts'
import { ButtonLink } from './button.tsx'

/** Leads to the store, and is absent while the school has its store switched off. */
export function StoreLink(link: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'href'>) {
  return useSchool()?.parts.store === false ? null : <ButtonLink {...link} to="/store" />
}
