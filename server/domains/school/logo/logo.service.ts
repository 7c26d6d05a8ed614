import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError } from '../../../../contract/errors.ts'
import { type Logo, logoBytesMax, type putLogo } from '../../../../contract/school/logo.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { lockSetting, logoSetting, readSettings, writeSetting } from '../../../db/settings.ts'
import type { Actor } from '../../../platform/audit.ts'
import { pictureColumns, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../school.service.ts'

/** The logo that the school uploads replaces the drawn logo. Its alternative text is the school's name. */
export function createLogoService({ db, clock, pictures }: Deps, school: SchoolService) {
  const baseIn = (value: string | undefined): string | null => JSON.parse(value ?? '[]')[0] ?? null

  async function shown(source: Queryable, base: string | null): Promise<Logo> {
    const row = await source
      .selectFrom('picture')
      .select(pictureColumns)
      .where('picture.base', '=', base ?? '')
      .executeTakeFirst()
    const picture = row ? pictureOf(row) : null
    return { logo: picture && base !== null ? { id: base, picture } : null }
  }

  return {
    async current(): Promise<Logo> {
      return shown(db.read, baseIn((await readSettings(db.read, [logoSetting])).get(logoSetting)))
    },

    store: async (image: string | null): Promise<StoredPicture | null> =>
      image === null ? null : pictures.store(image, { bytesMax: logoBytesMax, isLogo: true }),

    /** @throws `conflict` if the stored logo is not `before`, the logo that the caller saw */
    async put(
      tx: Tx,
      picture: StoredPicture | null,
      { before }: ParsedInput<typeof putLogo>['body'],
      by: Actor,
    ): Promise<Logo> {
      const now = clock.now()
      const current = baseIn(await lockSetting(tx, logoSetting, '[]', now))
      const next = picture?.base ?? null
      if (current === next) return shown(tx, current)
      if (current !== before) throw new DomainError('conflict')
      if (picture !== null) await pictures.record(tx, picture)
      await writeSetting(tx, logoSetting, JSON.stringify(next === null ? [] : [next]), now)
      await school.recordChange(tx, by, { logo: current }, { logo: next })
      await db.changes.mark(tx, 'school')
      return shown(tx, next)
    },
  }
}
