import { type Kysely, sql } from 'kysely'
import { createIndexes, flag, key, oneOf, required, zero } from './columns.ts'

const roles = ['owner', 'manager', 'front-desk', 'instructor', 'florist']

export async function createAccounts(db: Kysely<any>): Promise<void> {
  await createAccountTables(db)
  await createProofs(db)
  await createPasskeys(db)
  await createBelongings(db)
}

/** A former library chose these column names. */
async function createAccountTables(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is the account of a visitor or of somebody who works in the back office.
  await schema
    .createTable('user')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailVerified', 'integer', zero)
    .addColumn('image', 'text')
    .addColumn('firstname', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('lastname', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('usertype', 'text', (c) => oneOf('usertype', 'admin', 'user')(c).defaultTo('user'))
    .addColumn('role', 'text', (c) => oneOf('role', ...roles, 'none')(c).defaultTo('none'))
    // The instructor to whom the account belongs.
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('lastSignInAt', 'text')
    .addColumn('disabledAt', 'text')
    .execute()

  // A row is a way to sign in to an account, here by its password.
  await schema
    .createTable('account')
    .addColumn('id', 'text', key)
    .addColumn('accountId', 'text', required)
    .addColumn('providerId', 'text', required)
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('password', 'text')
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', 'text')
    .addColumn('refreshTokenExpiresAt', 'text')
    .addColumn('scope', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  // A row is a browser that is signed in.
  await schema
    .createTable('session')
    .addColumn('id', 'text', key)
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    // The row of the device may have been deleted, so this is no foreign key.
    .addColumn('knownDeviceId', 'text')
    // Always null: the school does not store from which IP address somebody signs in.
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('expiresAt', 'text', required)
    // The time at which the password was last entered.
    .addColumn('confirmedAt', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  // No code writes this table any more.
  await schema
    .createTable('verification')
    .addColumn('id', 'text', key)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  await createIndexes(db, {
    user_usertype: '"user" (usertype, "createdAt", id)',
    account_user: 'account ("userId")',
    session_user: 'session ("userId")',
    verification_identifier: 'verification (identifier)',
  })
}

/** Creates the tables by which people prove who they are, and by which wrong guesses are slowed down. */
async function createProofs(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a code or a link that was sent to an address. The address may have no account.
  await schema
    .createTable('one_time_code')
    // A hash of the ticket that the requesting browser has.
    .addColumn('id', 'text', key)
    .addColumn(
      'purpose',
      'text',
      oneOf('purpose', 'sign-up', 'reset-password', 'verify-email', 'change-email'),
    )
    .addColumn('email', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
    // Null if no code was sent; no guess then fits the row.
    .addColumn('code_hash', 'text')
    // The account to create once the code is entered.
    .addColumn('new_account', 'text')
    // A keyed hash of the network from which the request came.
    .addColumn('asker', 'text')
    .addColumn('has_letter', 'integer', flag('has_letter', 1))
    // The checks limit the guesses to five with this ticket, and to five with other tickets of the same network.
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .addColumn('other_tries', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`other_tries between 0 and 5`),
    )
    .addColumn('expires_at', 'text', required)
    .addColumn('proved_at', 'text')
    .addColumn('used_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()

  // A row counts the wrong guesses for an address, a known device or a session's user. A right guess deletes the row.
  await schema
    .createTable('sign_in_guess')
    .addColumn('key', 'text', key)
    .addColumn('fails', 'integer', required)
    // A guess before this time is refused without being checked.
    .addColumn('allowed_at', 'text', required)
    .addColumn('last_at', 'text', required)
    .execute()

  // A row is a browser in which somebody has signed in. Wrong guesses in other browsers do not delay a sign-in there.
  await schema
    .createTable('known_device')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text', required)
    .execute()

  // A row is an invitation to the back office. The invitation exists until it is accepted, withdrawn or expired.
  await schema
    .createTable('invitation')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    // An address has at most one open invitation; a new invitation replaces it.
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', oneOf('role', ...roles))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id').onDelete('set null'))
    .addColumn('invited_by', 'text', (c) => c.references('user.id').onDelete('set null'))
    .addColumn('expires_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is the second factor of an account. Sign-ins ask for it after its first code was entered (`confirmed_at`).
  await schema
    .createTable('two_factor')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('secret', 'text', required)
    // The time step of the last accepted code, so that no code is accepted twice.
    .addColumn('last_step', 'bigint', zero)
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .addColumn('tries_since', 'text', required)
    .addColumn('confirmed_at', 'text')
    .execute()

  // A row is a recovery code for a lost phone. The code is deleted when it is used.
  await schema
    .createTable('recovery_code')
    .addColumn('code_hash', 'text', key)
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .execute()

  await createIndexes(db, {
    one_time_code_email: 'one_time_code (email, created_at)',
    one_time_code_created: 'one_time_code (created_at)',
    sign_in_guess_last: 'sign_in_guess (last_at)',
    known_device_user: 'known_device (user_id, last_used_at)',
    known_device_used: 'known_device (last_used_at)',
    recovery_code_user: 'recovery_code (user_id)',
  })
}

async function createPasskeys(db: Kysely<any>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('passkey')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    // The slots allow at most ten passkeys per person, even if many are added at once.
    .addColumn('slot', 'integer', (c) => c.notNull().check(sql`slot between 1 and 10`))
    .addColumn('name', 'text', required)
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', required)
    // The counter of the passkey's last signature; always 0 for a passkey that does not count.
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('is_backup_eligible', 'integer', flag('is_backup_eligible'))
    .addColumn('is_backed_up', 'integer', flag('is_backed_up'))
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkey_slot', ['user_id', 'slot'])
    .execute()

  // A row is a challenge sent to a passkey. The challenge exists until it is answered.
  await schema
    .createTable('passkey_challenge')
    .addColumn('challenge_hash', 'text', key)
    .addColumn('purpose', 'text', oneOf('purpose', 'register', 'sign-in'))
    // A person who adds a passkey has one open challenge; a new one replaces it. Null for a sign-in, whose person is
    // not known yet.
    .addColumn('user_id', 'text', (c) => c.unique().references('user.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', required)
    .execute()

  await createIndexes(db, { passkey_challenge_expires: 'passkey_challenge (purpose, expires_at)' })
}

/** Creates the tables of the things that people keep in their accounts. */
async function createBelongings(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a course that somebody likes.
  await schema
    .createTable('favourite')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('favourite_key', ['user_id', 'course_id'])
    .execute()

  // A row is a product that somebody likes.
  await schema
    .createTable('product_favourite')
    .addColumn('user_id', 'text', required)
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('product_favourite_key', ['user_id', 'product_id'])
    .execute()

  // A row is somebody to whom the account's owner sends flowers. Nobody else sees the row.
  await schema
    .createTable('saved_recipient')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    // The owner's name for this recipient, such as `Amma`.
    .addColumn('label', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('area', 'text', required)
    .addColumn('landmark', 'text')
    .addColumn('pincode', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  await createIndexes(db, { saved_recipient_user: 'saved_recipient (user_id)' })
}
