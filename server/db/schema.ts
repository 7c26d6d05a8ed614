import type { Generated, Kysely, Transaction } from 'kysely'
import type { LineStatus, PayableKind } from '../../contract/money.ts'
import type { OrderPaymentStatus, OrderStatus } from '../../contract/order-facts.ts'
import type { AuditAction, RecordKind } from '../../contract/records.ts'
import type { PaymentState } from '../../contract/registrations.ts'

/**
 * The tables, in the subset of SQL that SQLite and PostgreSQL share: text, integer, real. Instants are UTC ISO
 * text, school days `YYYY-MM-DD`, JSON is text, booleans are 0 or 1, money is whole paise.
 */
export interface Schema {
  change: ChangeTable
  picture: PictureTable
  picture_quota: PictureQuotaTable
  setting: SettingTable
  course: CourseTable
  batch: BatchTable
  seat: SeatTable
  receipt: ReceiptTable
  receipt_key: ReceiptKeyTable
  allocation: AllocationTable
  claim: ClaimTable
  bank_match: BankMatchTable
  money_state: MoneyStateView
  statement_line: StatementLineTable
  waiting_list_entry: WaitingListEntryTable
  favourite: FavouriteTable
  idempotency: IdempotencyTable
  outbox: OutboxTable
  letter_count: LetterCountTable
  newsletter_subscriber: NewsletterSubscriberTable
  contact: ContactTable
  enquiry: EnquiryTable
  custom_request: CustomRequestTable
  student: StudentTable
  student_feedback: StudentFeedbackTable
  status_feedback: StatusFeedbackTable
  instructor: InstructorTable
  impact: ImpactTable
  office_hours: OfficeHoursTable
  event_price: EventPriceTable
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  running_total: RunningTotalTable
  student_seats: StudentSeatsTable
  audit_entry: AuditEntryTable
  bin_entry: BinEntryTable
  one_time_code: OneTimeCodeTable
  product: ProductTable
  product_picture: ProductPictureTable
  shop_order: ShopOrderTable
  shop_order_item: ShopOrderItemTable
  shop_order_change: ShopOrderChangeTable
  invitation: InvitationTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  sign_in_guess: SignInGuessTable
  known_device: KnownDeviceTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
}

/** What a repository method takes: it does not matter to it whether it runs in a transaction. */
export type Queryable = Kysely<Schema> | Tx

/** An open transaction: what a function takes that writes, or that reads what must not change meanwhile. */
export type Tx = Transaction<Schema>

type Flag = 0 | 1

interface ChangeTable {
  id: Generated<number>
  topic: string
  at: string
}

/** One stored picture; its files are named by `base` (a hash of its content) and width. */
interface PictureTable {
  base: string
  width: number
  height: number
  /** JSON list of the widths that exist. */
  widths: string
  color: string
  created_at: string
  /** When a stranger sent it; null once staff keep it, and for what staff sent. */
  private_since: string | null
}

/** How many pictures strangers sent in a day of the school. */
interface PictureQuotaTable {
  /** A keyed hash of the network and the day. Empty for the row that whoever adds a private picture locks. */
  network: string
  day: string
  taken: number
}

interface SettingTable {
  name: string
  value: string
  updated_at: string
}

interface CourseTable {
  id: string
  slug: string
  title: string
  description: string
  price_in_paise: number
  original_price_in_paise: number | null
  duration: string
  sessions: number
  /** JSON list of topics. */
  features: string
  popular: Flag
  category: string
  instructor: string | null
  rating: number | null
  picture_base: string | null
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A run of a course. `taken` is the seat ledger: confirmed seats and live holds of both endpoints (reading S1). */
interface BatchTable {
  id: string
  course_id: string
  /** School day; null for the undated batch that becomes the next dated one. */
  starts_on: string | null
  starts_at: string | null
  /** Null: unlimited, by explicit choice (reading S5). */
  capacity: number | null
  taken: number
  created_at: string
}

export type SeatStatus = 'pending' | 'confirmed' | 'expired' | 'cancelled'

export type SeatKind = 'enrolment' | 'event-booking'

/** A seat in a batch, to be paid for: taken by the enrolment dialog, or booked from the calendar. */
interface SeatTable {
  id: string
  kind: SeatKind
  reference: string
  course_id: string
  batch_id: string
  name: string
  email: string
  phone: string
  /** What they asked, or need. */
  question: string | null
  /** Of an enrolment. */
  payment_method: string | null
  /** Of a booking: the browser's own reference; unique with course and e-mail (reading M4). */
  transaction_id: string | null
  amount_in_paise: number
  status: SeatStatus
  hold_until: string | null
  confirmed_at: string | null
  /** The team's own; the student never sees it. */
  staff_note: Generated<string | null>
  created_at: string
}

/** One sum that arrived, was sent back, or was entered by mistake. Never changed: a later entry names it. */
interface ReceiptTable {
  id: string
  kind: 'received' | 'refund' | 'reversal'
  /** Of a refund and a reversal: whose money it takes back. */
  receipt_id: string | null
  /** The claim that it answers. */
  claim_id: string | null
  provider: string
  /** The provider's or the bank's own name for it, as it was recorded. */
  provider_id: string | null
  method: string | null
  /** The reference of what it was paid for. */
  reference: string | null
  /** Below zero for what goes back. */
  amount_in_paise: number
  note: string | null
  recorded_by: string | null
  happened_at: string
  recorded_at: string
}

/** Names under which a provider or the bank knows a receipt, each once while the money is here. */
interface ReceiptKeyTable {
  provider: string
  provider_id: string
  receipt_id: string
}

/**
 * Which part of an entry is for which seat or order. What an entry says in all is its amount; money that loses its seat
 * is taken off `pays` and put on `waits`, where staff decide (reading S4).
 */
interface AllocationTable {
  id: string
  receipt_id: string
  subject: PayableKind
  subject_id: string
  purpose: 'pays' | 'waits'
  amount_in_paise: number
  at: string
}

/** Somebody says that they have paid; open until a receipt answers it. */
interface ClaimTable {
  id: string
  subject: PayableKind
  subject_id: string
  provider: string
  provider_id: string | null
  amount_in_paise: number
  claimed_at: string
}

/** The line of a statement in which a receipt was found; the line says who found it. */
interface BankMatchTable {
  line_id: string
  receipt_id: string
  matched_at: string
}

/** A view: where the money of every seat and order stands. */
interface MoneyStateView {
  subject: PayableKind
  subject_id: string
  owes_in_paise: number
  paid_in_paise: number
  /** It arrived and has no seat. */
  unseated_in_paise: number
  is_claimed: Flag
  due_in_paise: number
  state: PaymentState
}

/** A credit of a bank statement that staff brought in. */
interface StatementLineTable {
  id: string
  fingerprint: string
  file_name: string
  /** School day. */
  booked_on: string
  description: string
  /** The bank's, where it has one. */
  reference: string | null
  amount_in_paise: number
  status: LineStatus
  note: string | null
  /** E-mail address of whoever decided. */
  decided_by: string | null
  decided_at: string | null
  created_at: string
}

export type WaitingStatus = 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left'

/** Somebody who asked for a seat in a full batch (reading S2). An open offer counts in `batch.taken`, like a hold. */
interface WaitingListEntryTable {
  id: string
  batch_id: string
  full_name: string
  email: string
  phone: string
  status: Generated<WaitingStatus>
  /** The order of joining, counted in each batch; whoever is `waiting` with the lowest comes next. */
  place: number
  /** Until when the offered seat is theirs. */
  offer_until: string | null
  /** The enrolment that the offer became. */
  enrolment_id: string | null
  created_at: string
}

interface FavouriteTable {
  user_id: string
  course_id: string
  created_at: string
}

/** The answer that a public write gave under its Idempotency-Key (reading W2). */
interface IdempotencyTable {
  key: string
  endpoint: string
  body_hash: string
  status: number
  response: string
  created_at: string
}

/** A message that a transaction promised. `cause` is unique: at most one message per cause. */
interface OutboxTable {
  id: string
  cause: string
  template: string
  channel: 'email' | 'chat'
  recipient: string
  /** JSON: what the template needs. */
  data: string
  /** 1 where it may say what people typed: a chat message, and a letter to the school or to a proved address. */
  has_typed_words: Generated<Flag>
  /** The reader's language. */
  locale: Generated<string>
  /**
   * `by-hand`: staff send it from a chat of their own. `dead`: given up, and kept. `held`: one letter too many for a day,
   * until staff send it.
   */
  status: 'queued' | 'sending' | 'sent' | 'dead' | 'by-hand' | 'held'
  attempts: number
  next_attempt_at: string
  last_error: string | null
  created_at: string
  sent_at: string | null
}

/** Letters of a day to addresses that nobody has proved to be theirs. */
interface LetterCountTable {
  /** Hash with the server's secret, of the address as `mailboxOf` writes it. */
  mailbox: string
  /** The school's day. */
  day: string
  letters: number
}

interface NewsletterSubscriberTable {
  /** What a link in a letter names, instead of the address. */
  id: string
  email: string
  created_at: string
}

interface ContactTable {
  id: string
  name: string
  email: string
  phone: string
  created_at: string
}

interface EnquiryTable {
  id: string
  name: string
  email: string
  phone: string
  kind: string
  question: string | null
  answered_at: Generated<string | null>
  created_at: string
  deleted_at: string | null
}

/** Flowers that somebody wishes for; without a name where staff wrote it down (reading B11). */
interface CustomRequestTable {
  id: string
  /** The product that it begins from, where it begins from one. */
  product_id: string | null
  comment: string
  picture_base: string | null
  name: string | null
  email: string | null
  phone: string | null
  created_at: string
  deleted_at: string | null
}

/** Somebody who learns here and has no enrolment on the site: written down by staff, or imported. */
interface StudentTable {
  id: string
  name: string
  /** Lower case; one row an address. */
  email: string
  phone: string | null
  note: string | null
  created_at: string
  deleted_at: string | null
}

interface StudentFeedbackTable {
  id: string
  student_name: string
  course_name: string
  feedback_text: string
  rating: number
  created_at: string
  deleted_at: string | null
}

interface StatusFeedbackTable {
  id: string
  title: string
  status: string
  description: string
  priority: string
  assigned_to: string
  created_by: string
  created_at: string
  deleted_at: string | null
  version: Generated<number>
}

interface InstructorTable {
  id: string
  name: string
  email: string
  phone: string | null
  specialization: string | null
  bio: string | null
  /** JSON list. */
  highlights: string
  experience_years: number | null
  hourly_rate_in_paise: number | null
  picture_base: string | null
  is_active: Flag
  created_at: string
  deleted_at: string | null
  version: Generated<number>
}

/** At most four rows: `slot` is 1 to 4 and unique (B§9, reading B6). */
interface ImpactTable {
  id: string
  slot: number
  title: string
  value: string
  created_at: string
  version: Generated<number>
}

/** One row a day (reading B7). */
interface OfficeHoursTable {
  id: string
  office_day: string
  open_time: string
  close_time: string
  is_holiday: Flag
  version: Generated<number>
}

interface EventPriceTable {
  slot_key: string
  position: number
  label: string
  /** Rupees as typed: digits and a decimal point (B§5). */
  price: string
}

/** The accounts library's tables; their column names are its own. */
interface UserTable {
  id: string
  name: string
  email: string
  emailVerified: Flag
  image: string | null
  firstname: string
  lastname: string
  phone: string
  usertype: 'admin' | 'user'
  role: 'owner' | 'staff' | 'none'
  createdAt: string
  updatedAt: string
  lastSignInAt: string | null
  /** Since when nobody can sign in with it. */
  disabledAt: string | null
}

interface SessionTable {
  id: string
  token: string
  userId: string
  expiresAt: string
  /** Never written: who signs in from where is not ours to keep. */
  ipAddress: string | null
  /** Browser and system in two or three words, e.g. `Firefox on Android`. */
  userAgent: string | null
  /** The device that it was opened on; the row may be gone. */
  knownDeviceId: Generated<string | null>
  createdAt: string
  updatedAt: string
}

interface AccountTable {
  id: string
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: string | null
  refreshTokenExpiresAt: string | null
  scope: string | null
  password: string | null
  createdAt: string
  updatedAt: string
}

/** A code sent by mail, and what it is for. Rows of addresses without an account look the same (R12). */
interface OneTimeCodeTable {
  /** Hash of the ticket that the asking browser holds. */
  id: string
  purpose: 'sign-up' | 'reset-password' | 'verify-email' | 'change-email'
  email: string
  user_id: string | null
  /** Hash with the server's secret; null where no code was sent: nothing fits it. */
  code_hash: string | null
  /** JSON of the account to be made once the code was given; null for the other purposes. */
  new_account: string | null
  tries: number
  /** Tries at this code with other tickets of the same asker. */
  other_tries: Generated<number>
  /** Hash with the server's secret of the network that asked; null for rows of before, and for links. */
  asker: string | null
  /** 0 where too many letters had gone, or where this is the link of a letter. */
  has_letter: Generated<Flag>
  expires_at: string
  /** When the code was given; a new password may be set from then on. */
  proved_at: string | null
  used_at: string | null
  created_at: string
}

/** Somebody who may become staff: a row until it is accepted, withdrawn or over. */
interface InvitationTable {
  id: string
  /** Of the token in the letter's link. */
  token_hash: string
  email: string
  role: 'owner' | 'staff'
  invited_by: string | null
  expires_at: string
  created_at: string
}

interface TwoFactorTable {
  user_id: string
  /** In hex, sealed (`platform/seal.ts`). */
  secret: string
  /** Null until the first code was given: nothing is asked for before. */
  confirmed_at: string | null
  /** Of the last code that was believed: none is believed twice. */
  last_step: number
  tries: number
  tries_since: string
}

/** A row until it is used. */
interface RecoveryCodeTable {
  code_hash: string
  user_id: string
}

/** Wrong ones in a row; a right one takes the row away. */
interface SignInGuessTable {
  /** A keyed hash of what is guessed at: an address, a known device, the user of a session. */
  key: string
  fails: number
  /** Before this instant nobody's guess is looked at. */
  allowed_at: string
  last_at: string
}

/** A browser that somebody has signed in with: it need not wait for what others guess. */
interface KnownDeviceTable {
  id: string
  token_hash: string
  user_id: string
  /** Browser and system in two or three words. */
  name: string | null
  created_at: string
  last_used_at: string
}

interface PasskeyTable {
  id: string
  user_id: string
  /** 1 to 10, each once a person. */
  slot: number
  /** In base64url, as browsers say it. */
  credential_id: string
  /** COSE, in base64url. */
  public_key: string
  /** Of its last signature; 0 for ever where its maker does not count. */
  counter: number
  /** JSON list, such as `["internal","hybrid"]`. */
  transports: string
  name: string
  /** Its maker may copy it to other devices, and has done so. */
  is_backup_eligible: Flag
  is_backed_up: Flag
  created_at: string
  last_used_at: string | null
}

/** A row until it is answered. */
interface PasskeyChallengeTable {
  challenge_hash: string
  purpose: 'register' | 'sign-in'
  /** Who asked to add one; null for a sign-in. */
  user_id: string | null
  expires_at: string
}

interface VerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: string
  createdAt: string
  updatedAt: string
}

interface AuditEntryTable {
  id: string
  at: string
  actor_id: string | null
  /** As it was at that moment: the account may be gone. */
  actor_email: string | null
  action: AuditAction
  kind: RecordKind
  record_id: string
  title: string
  /** JSON: list of field, from, to. */
  changes: string
}

interface BinEntryTable {
  kind: RecordKind
  record_id: string
  title: string
  /** JSON: what its domain needs to bring it back. */
  data: string | null
  deleted_at: string
  deleted_by: string | null
}

interface ProductTable {
  id: string
  name: string
  description: string
  price_in_paise: number
  /** JSON list of names. */
  categories: string
  /** How many there are; never below 0. */
  quantity: number
  /** What staff chose: whether it is for sale at all. */
  is_offered: Flag
  is_featured: Flag
  is_custom: Flag
  custom_label: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** At most five a product: `slot` is 0 to 4 (B§5). */
interface ProductPictureTable {
  product_id: string
  slot: number
  picture_base: string
}

interface ShopOrderTable {
  id: string
  /** Short, for people; unique. */
  number: string
  customer_name: string
  email: string
  phone: string
  delivery_address: string
  occasion: string | null
  requirements: string | null
  status: OrderStatus
  subtotal_in_paise: number
  delivery_charge_in_paise: number
  discount_in_paise: number
  total_in_paise: number
  payment_method: string
  payment_status: OrderPaymentStatus
  /** When its money was settled; kept where it was paid back later. */
  paid_at: string | null
  version: Generated<number>
  created_at: string
  updated_at: string
}

interface ShopOrderItemTable {
  order_id: string
  position: number
  product_id: string | null
  /** As it was called and cost at that moment. */
  product_name: string
  quantity: number
  unit_price_in_paise: number
  total_in_paise: number
  /** What the order holds of the product's stock. */
  taken: number
}

/** A change of an order's status. Its effects run once, when it can no longer be undone (reading B5). */
interface ShopOrderChangeTable {
  id: string
  order_id: string
  /** The version that this change made of the order. */
  order_version: number
  from_status: OrderStatus
  to_status: OrderStatus
  by_email: string | null
  at: string
  effects_at: string
  effects_done_at: string | null
  undone_at: string | null
}

/** Sums by day, kept by triggers (`running-totals.ts`); nobody writes here. A day's amount is that of all its slots. */
interface RunningTotalTable {
  figure: string
  /** School day. */
  day: string
  slot: number
  amount: number
}

/** Addresses with a confirmed seat, kept by triggers: how many, and the school day of the first. */
interface StudentSeatsTable {
  email: string
  seats: number
  first_day: string
}
