import { useQuery } from '@tanstack/react-query'
import type { SetUp, SetUpItem } from '../../contract/school/set-up.ts'
import { query } from '../lib/query.ts'
import { useRight } from './use-right.ts'

export const setUpTitles: Record<SetUpItem, string> = {
  school: 'Name and contact details',
  hours: 'Opening hours',
  payments: 'How people pay',
  'home-page': 'Home page',
  letters: 'E-mail',
  'first-class': 'Your first class',
  trial: 'Trial enrolment',
  open: 'Open to visitors',
  backup: 'Backup',
  'second-factor': 'Two-factor sign-in',
}

/** Returns the state of the set-up; undefined if the user may not change the set-up, or while the answer is loading. */
export function useSetUp(): SetUp | undefined {
  const isAllowed = useRight('settings')
  return useQuery({ ...query('GET /api/admin/set-up'), enabled: isAllowed }).data?.data
}

/** True until the site is open and every item is done or put off. The demonstration school has no items. */
export const isUnderWay = ({ items, isOpen }: SetUp): boolean =>
  items.length > 0 && (!isOpen || items.some(({ state }) => state === 'open'))

/**
 * Returns the steps that are not done, including steps that were put off. The set-up and the dashboard both count these
 * steps.
 */
export const stepsLeft = ({ items }: SetUp) => items.filter(({ state }) => state !== 'done')
