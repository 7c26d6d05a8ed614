import type { Queryable } from './schema.ts'

export const sitePictureSettings = {
  hero: 'site-picture.hero',
  hall: 'site-picture.hall',
  bouquets: 'site-picture.bouquets',
  courses: 'site-picture.courses',
} as const

export const demonstrationSetting = 'demonstration'

export async function readSettings(db: Queryable, names?: string[]): Promise<Map<string, string>> {
  const all = db.selectFrom('setting').select(['name', 'value'])
  const rows = await (names ? all.where('name', 'in', names) : all).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function writeSetting(db: Queryable, name: string, value: string, now: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute()
}
