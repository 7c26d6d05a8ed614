import { DomainError } from '../../../../contract/errors.ts'
import type { FocusPoint } from '../../../../contract/primitives.ts'
import { ANY_TOPIC } from '../../../db/changes.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { Deps } from '../../deps.ts'

const inWords = (focus: FocusPoint | null) => (focus ? `${focus.x} % across, ${focus.y} % down` : 'middle')

export function createPictureFocusService({ db, audit }: Deps) {
  return {
    /**
     * @throws `not_found` for a picture that is gone, or a visitor's picture that nobody published; `conflict` if the
     * stored point is not `before`, the point that the caller saw
     */
    put: (base: string, { focus, before }: Record<'focus' | 'before', FocusPoint | null>, by: Actor) =>
      db.transaction(async (tx) => {
        const isPublic = tx
          .selectFrom('picture')
          .select('base')
          .where('base', '=', base)
          .where('private_since', 'is', null)
        if ((await isPublic.executeTakeFirst()) === undefined) throw new DomainError('not_found')
        const { numUpdatedRows } = await tx
          .updateTable('picture')
          .set({ focus_x: focus?.x ?? null, focus_y: focus?.y ?? null })
          .where('base', '=', base)
          .where('private_since', 'is', null)
          .where('focus_x', before ? '=' : 'is', before?.x ?? null)
          .where('focus_y', before ? '=' : 'is', before?.y ?? null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new DomainError('conflict')
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'school-setting',
          id: base,
          title: 'Focus point of a picture',
          before: { 'focus point': inWords(before) },
          after: { 'focus point': inWords(focus) },
        })
        // Any page may show the picture, so all cached pages become stale.
        await db.changes.mark(tx, ANY_TOPIC)
        return { focus }
      }),
  }
}
