import type { ComponentProps } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { useHasPart } from './school.ts'

/** Leads to the store, and is absent while the school has its store switched off. */
export function StoreLink(link: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'href'>) {
  return useHasPart('store') && <ButtonLink {...link} to="/store" />
}
