import type { Selectable } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import {
  type ChangeRecipientForm,
  type SavedRecipient,
  type SaveRecipientBody,
  savedRecipientsMax,
} from '../../../../contract/store/saved-recipients.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable, Schema } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { lockAccount } from '../lock-account.ts'

export type SavedRecipientsService = ReturnType<typeof createSavedRecipientsService>

type Row = Selectable<Schema['saved_recipient']>

/** Every query contains the account's id, so that no caller reaches another account's recipients. */
export function createSavedRecipientsService({ db, clock, ids }: Deps) {
  return {
    async list(userId: string) {
      const rows = await listOf(db.read, userId)
      return rows.map(present).sort((a, b) => a.label.localeCompare(b.label, 'en'))
    },

    save(userId: string, body: SaveRecipientBody) {
      return db.transaction(async (tx) => {
        await lockAccount(tx, userId)
        const rows = await listOf(tx, userId)
        const columns = columnsOf(body)
        const known = rows.find((row) => isSame(row, columns))
        if (known !== undefined) {
          const { landmark } = columns
          await tx.updateTable('saved_recipient').set({ landmark }).where('id', '=', known.id).execute()
          return present({ ...known, landmark })
        }
        if (rows.length >= savedRecipientsMax) {
          throw refusal('recipients-full', { facts: { max: savedRecipientsMax } })
        }
        const created_at = clock.now()
        const row = { id: ids.id(), user_id: userId, label: columns.name, ...columns, created_at }
        await tx.insertInto('saved_recipient').values(row).execute()
        return present(row)
      })
    },

    change(userId: string, id: string, { label, ...body }: ChangeRecipientForm) {
      const columns = columnsOf(body)
      return db.transaction(async (tx) => {
        const row = await tx
          .updateTable('saved_recipient')
          .set({ label: label || columns.name, ...columns })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) throw refusal('recipient-gone')
        return present(row)
      })
    },

    delete(userId: string, id: string) {
      return db.transaction(async (tx) => {
        const own = tx.deleteFrom('saved_recipient').where('id', '=', id).where('user_id', '=', userId)
        if (!(await changesRow(own))) throw refusal('recipient-gone')
      })
    },
  }
}

function listOf(db: Queryable, userId: string) {
  return db.selectFrom('saved_recipient').selectAll().where('user_id', '=', userId).execute()
}

function columnsOf({ recipientName, recipientPhone, address, area, landmark, pincode }: SaveRecipientBody) {
  return {
    name: recipientName,
    phone: recipientPhone,
    address,
    area,
    landmark: landmark || null,
    pincode,
  }
}

/** Landmarks are not compared, because they only describe the way to the same address. */
function isSame(row: Row, columns: ReturnType<typeof columnsOf>): boolean {
  const key = ({ name, phone, address, area, pincode }: typeof columns) =>
    folded([name, phone, address, area, pincode].join('\n'))
  return key(row) === key(columns)
}

function present(row: Row): SavedRecipient {
  const { id, label, address, area, pincode } = row
  return {
    id,
    label,
    recipientName: row.name,
    recipientPhone: row.phone,
    address,
    area,
    landmark: row.landmark ?? '',
    pincode,
  }
}
