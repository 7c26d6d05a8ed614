import type { Generated, Kysely, Transaction } from 'kysely'
import type { classFields } from '../../contract/catalogue/courses.ts'
import type { instructorFields } from '../../contract/catalogue/instructors.ts'
import type { roomFields } from '../../contract/catalogue/rooms.ts'
import type { CreditKind, DiscountedKind } from '../../contract/money/coupon-facts.ts'
import type { couponFields } from '../../contract/money/coupons.ts'
import type { LineStatus, PayableKind } from '../../contract/money/money.ts'
import type { ConcernKind } from '../../contract/orders/concerns.ts'
import type {
  AttemptKind,
  ChargeStatus,
  OrderEnd,
  OrderPaymentStatus,
  OrderStatus,
  PhotographKind,
  Substitution,
} from '../../contract/orders/order-facts.ts'
import type { PersonRecordKind } from '../../contract/people/person-records.ts'
import type { studentFields } from '../../contract/people/students.ts'
import type { RecordFields } from '../../contract/record-fields.ts'
import type { AuditAction, RecordKind } from '../../contract/records.ts'
import type { StaffRole } from '../../contract/rights.ts'
import type { PolicyKind } from '../../contract/school/policy-kinds.ts'
import type { postFields } from '../../contract/site/journal.ts'
import type { DeliveryWay } from '../../contract/store/delivery-facts.ts'
import type { deliverySlotFields, deliveryZoneFields } from '../../contract/store/delivery-records.ts'
import type { productFields } from '../../contract/store/products.ts'
import type { flowerFields } from '../../contract/store/recipes.ts'
import type { MoneyState } from './debts.ts'

export type Queryable = Kysely<Schema> | Tx

export type Tx = Transaction<Schema>

type Flag = 0 | 1

/** The states of a seat. A seat hold, which is not a seat yet, may also be `asked` or `held` (`SeatState`). */
export type SeatStatus = 'pending' | 'confirmed' | 'expired' | 'cancelled'
export type SeatState = 'asked' | 'held' | SeatStatus

export type SeatKind = 'enrolment' | 'event-booking'

export type WaitingStatus = 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left'

/** A copy of the ledger's sums, which triggers alone write (`server/db/migrations/0101-debts.ts`). */
interface MoneyCopy {
  paid_in_paise: Generated<number>
  waits_in_paise: Generated<number>
  refunded_in_paise: Generated<number>
}

interface Seat extends Person, MoneyCopy {
  reference: string
  course_id: string
  batch_id: string
  question: string | null
  payment_method: string | null
  /** The browser's own reference of an event booking, unique per course and e-mail address; null for an enrolment. */
  transaction_id: string | null
  amount_in_paise: number
  hold_until: string | null
  confirmed_at: string | null
  staff_note: Generated<string | null>
  /** The coupon that took `discount_in_paise` off the price; `amount_in_paise` is the remaining price. */
  coupon_code: Generated<string | null>
  discount_in_paise: Generated<number>
  proved_at: Generated<string | null>
  mailbox: Generated<string | null>
  /**
   * The id of the payer's own seat if one payer took several seats at once; every seat of the group has it. Null for a
   * single seat.
   */
  group_id: Generated<string | null>
  group_place: Generated<number>
  /** 0 while nobody has named the guest of this seat; `name` is the payer's name until then. */
  is_named: Generated<Flag>
  /** Increases when staff correct the e-mail address, so that a link sent to the earlier address proves nothing. */
  proof_turn: Generated<number>
  /** The rule for cancelling the seat that the payer agreed to; null if there was none, so that the present one counts. */
  cancel_hours: Generated<number | null>
  cancel_share: Generated<number | null>
  /** The text of the terms that the payer accepted; null for seats that staff added. */
  terms_hash: Generated<string | null>
  /** The part of `refunded_in_paise` that was refunded before the payer cancelled the seat. */
  refunded_before_in_paise: Generated<number>
}

interface BeforeSeat {
  seats: Generated<number>
  asked: Generated<Json | null>
  /** The browser's own reference of a hold, unique per course and e-mail address while the hold is live. */
  hold_transaction_id: Generated<string | null>
  held: Generated<Json | null>
  became_id: Generated<string | null>
}

type Day = string
type Json = string

interface Row {
  id: string
  created_at: string
}

/** The columns of a record's fields, as `contract/record-fields.ts` defines them; an optional field may be left out. */
type FieldColumns<F extends RecordFields> = {
  [Name in keyof F as F[Name]['column'] & string]: F[Name]['isRequired'] extends true
    ? F[Name]['start']
    : Generated<F[Name]['start']>
}

interface Deletable extends Row {
  deleted_at: string | null
}

interface Versioned extends Deletable {
  version: Generated<number>
}

interface Person extends Row {
  name: string
  email: string
  phone: string
}

interface NetworkQuota {
  /** A keyed hash of network and day; empty in the row that is locked to count all networks together. */
  network: string
  day: Day
  taken: number
}

interface OfPayable {
  subject: PayableKind
  subject_id: string
}

/** A former library chose these column names (decision 0008). */
interface AccountRow {
  id: string
  createdAt: string
  updatedAt: string
}

/**
 * The tables, in types that both engines share. Instants are UTC ISO text, booleans are 0 or 1, money is whole paise.
 */
export interface Schema {
  picture: {
    base: string
    width: number
    height: number
    widths: Json
    color: string
    created_at: string
    /**
     * The time at which a visitor sent a private picture. Null for a picture of staff, and for a visitor's picture that
     * staff published.
     */
    private_since: string | null
    /** The focus point in percent of the width and height. Null means the middle. */
    focus_x: number | null
    focus_y: number | null
  }

  picture_leftover: { object: string; due_at: string }

  picture_quota: NetworkQuota

  picture_file: {
    name: string
    base: string
    bytes: Uint8Array | null
    object: string | null
    stored_at: string
  }

  instructor: Versioned &
    FieldColumns<typeof instructorFields> & {
      highlights: Json
      picture_base: string | null
    }

  student: Versioned & FieldColumns<typeof studentFields>

  contact: Person

  newsletter_subscriber: Row & { email: string }

  person_link: Row & {
    one_kind: PersonRecordKind
    one_id: string
    other_kind: PersonRecordKind
    other_id: string
    created_by: string
  }

  course: Deletable &
    FieldColumns<typeof classFields> & {
      slug: string
      rating: number | null
      picture_base: string | null
      version: number
      updated_at: string
    }

  room: Row &
    FieldColumns<typeof roomFields> & {
      version: Generated<number>
      deleted_at: Generated<string | null>
    }

  /** `taken` counts confirmed seats, live holds of both kinds and open offers of the waiting list. */
  batch: Row & {
    course_id: string
    /** Null for a batch whose first day is not known yet. */
    starts_on: Day | null
    starts_at: string | null
    ends_on: Generated<Day | null>
    capacity: number | null
    taken: number
    room_id: Generated<string | null>
    instructor_id: Generated<string | null>
    price_in_paise: Generated<number | null>
    is_closed: Generated<Flag>
    joins_late: Generated<Flag>
    visible_from: Generated<Day | null>
    /** A closed day on which the batch begins all the same, because staff decided so; null if there is no such day. */
    stays_on: Generated<Day | null>
    cancelled_at: Generated<string | null>
    deleted_at: Generated<string | null>
    version: Generated<number>
  }

  /** Cancelled sessions stay in the table, so that calendars remove them. */
  meeting: Row & {
    batch_id: string
    held_on: Day
    starts_at: string
    ends_at: string
    room_id: string | null
    instructor_id: string | null
    topic: string | null
    stays_on: Generated<Day | null>
    /** Increases with every change, as calendars require. */
    sequence: Generated<number>
    cancelled_at: Generated<string | null>
    updated_at: string
  }

  student_feedback: Deletable & {
    student_name: string
    course_name: string
    feedback_text: string
    rating: number
  }

  /** A `seat-hold` is not a seat yet. The hold waits for a confirmation by e-mail or for the payment, or has ended. */
  registration: Seat & BeforeSeat & { kind: SeatKind | 'seat-hold'; status: SeatState }

  /** This view leaves out holds: its rows are enrolments and event bookings. */
  seat: Seat & { kind: SeatKind; status: SeatStatus }

  /**
   * Requests with the same phone or mailbox lock this row on PostgreSQL, so that they are checked one after another.
   */
  hold_person: {
    key: string
    day: Day
  }

  hold_quota: NetworkQuota

  waiting_list_entry: Row & {
    batch_id: string
    full_name: string
    email: string
    phone: string
    status: Generated<WaitingStatus>
    place: number
    offer_until: string | null
    enrolment_id: string | null
    proved_at: Generated<string | null>
  }

  /** A payer's report of a payment. The report is open until a receipt closes it. */
  claim: OfPayable & {
    id: string
    provider: string
    provider_id: string | null
    amount_in_paise: number
    claimed_at: string
    is_open: Generated<Flag>
  }

  /**
   * Rows never change: a refund or a reversal is a later row that refers to the earlier one. A refunded sum is
   * negative.
   */
  receipt: {
    id: string
    kind: 'received' | 'refund' | 'reversal'
    receipt_id: string | null
    claim_id: string | null
    provider: string
    provider_id: string | null
    method: string | null
    reference: string | null
    amount_in_paise: number
    note: string | null
    recorded_by: string | null
    number: Generated<string | null>
    happened_at: string
    recorded_at: string
  }

  receipt_year: {
    year: string
    last: number
  }

  receipt_key: {
    provider: string
    provider_id: string
    receipt_id: string
  }

  allocation: OfPayable & {
    id: string
    receipt_id: string
    purpose: 'pays' | 'waits'
    amount_in_paise: number
    at: string
  }

  statement_line: Row & {
    fingerprint: string
    file_name: string
    booked_on: Day
    description: string
    reference: string | null
    amount_in_paise: number
    status: LineStatus
    note: string | null
    decided_by: string | null
    decided_at: string | null
  }

  bank_match: {
    line_id: string
    receipt_id: string
    matched_at: string
  }

  money_state: MoneyState

  product: Versioned &
    FieldColumns<typeof productFields> & {
      slug: Generated<string>
      updated_at: string
    }

  product_size: {
    id: string
    product_id: string
    position: number
    name: string
    price_in_paise: number
    stems: number | null
  }

  product_picture: {
    product_id: string
    slot: number
    picture_base: string
  }

  stock_wish: Row & {
    product_id: string
    email: string
  }

  flower: Versioned & FieldColumns<typeof flowerFields>

  recipe: Versioned & {
    product_id: string | null
    size_id: Generated<string>
    course_id: string | null
  }

  recipe_stem: {
    recipe_id: string
    position: number
    flower_id: string
    count: number
    waste_percent: number
  }

  delivery_zone: Versioned & FieldColumns<typeof deliveryZoneFields>

  delivery_slot: Versioned & FieldColumns<typeof deliverySlotFields>

  slot_day: {
    slot_id: string
    day: Day
    taken: Generated<number>
  }

  cart: Row & {
    token_hash: string | null
    user_id: string | null
    network: string | null
    updated_at: string
  }

  cart_line: Row & {
    cart_id: string
    product_id: string
    size_id: string | null
    answer: string | null
    quantity: number
    price_seen_in_paise: number
  }

  cart_quota: NetworkQuota

  shop_order: Row &
    MoneyCopy & {
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
      /** A smaller sum that staff accepted as the price; null if the total applies. */
      accepted_in_paise: Generated<number | null>
      payment_method: string
      payment_status: OrderPaymentStatus
      paid_at: string | null
      updated_at: string
      version: Generated<number>
      user_id: Generated<string | null>
      recipient_name: Generated<string | null>
      recipient_phone: Generated<string | null>
      address: Generated<string | null>
      area: Generated<string | null>
      landmark: Generated<string | null>
      pincode: Generated<string | null>
      state: Generated<string | null>
      zone_name: Generated<string | null>
      way: Generated<DeliveryWay | null>
      slot_id: Generated<string | null>
      slot_name: Generated<string | null>
      delivery_day: Generated<Day | null>
      stays_on: Generated<Day | null>
      window_from: Generated<string | null>
      window_to: Generated<string | null>
      make_by: Generated<string | null>
      card_message: Generated<string | null>
      substitution: Generated<Substitution | null>
      /** The end of the hold for the payment. Null if the order is paid, cancelled, or older than the store. */
      hold_until: Generated<string | null>
      ended_by: Generated<OrderEnd | null>
      /**
       * The link in the e-mail places the stored order until this time. The order counts as expired while nobody has
       * opened the link.
       */
      asked_until: Generated<string | null>
      confirmed_at: Generated<string | null>
      ready_at: Generated<string | null>
      gift_id: Generated<string | null>
      nobody_home_at: Generated<string | null>
      card_printed_at: Generated<string | null>
      corrected: Generated<string | null>
      corrected_at: Generated<string | null>
      holds_slot: Generated<Flag>
      hides_sender: Generated<Flag>
      calls_buyer: Generated<Flag>
      coupon_code: Generated<string | null>
      /** The coupon's share of the delivery fee; the rest of `discount_in_paise` is spread over the lines. */
      fee_discount_in_paise: Generated<number>
      proved_at: Generated<string | null>
      mailbox: Generated<string | null>
      /**
       * The number of pieces in all lines when the order was placed; null for an order that is older than this column.
       */
      pieces: Generated<number | null>
      terms_hash: Generated<string | null>
    }

  /** A text that somebody accepted, as it read then. `at` is when it was last accepted, give or take an hour. */
  accepted_text: {
    hash: string
    kind: PolicyKind
    title: string
    blocks: Json
    at: string
  }

  shop_order_item: {
    order_id: string
    position: number
    product_id: string | null
    product_name: string
    quantity: number
    unit_price_in_paise: number
    total_in_paise: number
    taken: number
    size_id: Generated<string | null>
    size_name: Generated<string | null>
    answer: Generated<string | null>
    discount_in_paise: Generated<number>
  }

  /** A change of an order's status. The effects of a change happen once, after the time in which staff may undo it. */
  shop_order_change: {
    id: string
    order_id: string
    order_version: number
    from_status: OrderStatus
    to_status: OrderStatus
    by_email: string | null
    at: string
    effects_at: string
    effects_done_at: string | null
    undone_at: string | null
    from_hold_until: Generated<string | null>
    from_ended_by: Generated<OrderEnd | null>
  }

  order_attempt: {
    id: string
    order_id: string
    kind: AttemptKind
    note: string | null
    at: string
    by_email: string | null
  }

  order_photograph: {
    order_id: string
    kind: PhotographKind
    picture_base: string
    at: string
    by_email: string | null
  }

  /** The fee for another delivery attempt, which is not part of the order's total. At most one per order is open. */
  order_charge: Row &
    MoneyCopy & {
      order_id: string
      reference: string
      amount_in_paise: number
      status: ChargeStatus
      by_email: string | null
      ended_at: string | null
    }

  yearly_reminder: Row & {
    order_id: string
    occasion_on: Day
    due_at: string
  }

  coupon: Versioned &
    FieldColumns<typeof couponFields> & {
      uses: Generated<number>
      series: string | null
      credit_kind: Generated<CreditKind | null>
      credit_order_id: Generated<string | null>
    }

  coupon_use: {
    id: string
    subject: DiscountedKind
    subject_id: string
    coupon_id: string
    email_key: string
    phone_key: string
    discount_in_paise: number
    used_at: string
    given_back_at: Generated<string | null>
    settled_at: Generated<string | null>
  }

  enquiry: Person & {
    kind: string
    question: string | null
    answered_at: Generated<string | null>
    deleted_at: string | null
    order_id: Generated<string | null>
    concern: Generated<ConcernKind | null>
  }

  enquiry_picture: { enquiry_id: string; position: number; picture_base: string }

  custom_request: Deletable & {
    product_id: string | null
    comment: string
    picture_base: string | null
    name: string | null
    email: string | null
    phone: string | null
    answered_at: Generated<string | null>
  }

  /** A `cause` has at most one message. */
  outbox: Row & {
    cause: string
    /** The message's seat or waiting-list entry; `school-digest` for a notice that waits for the hourly e-mail. */
    about: Generated<string | null>
    template: string
    channel: 'email' | 'chat'
    recipient: string
    data: Json
    /**
     * 1 if the message may repeat text that people typed: chat messages, and e-mails to the school or to a proved
     * address.
     */
    has_typed_words: Generated<Flag>
    locale: Generated<string>
    /**
     * `by-hand`: staff send it by chat. `dead`: all attempts failed. `held`: over a limit. `withdrawn`: cancelled
     * before it was sent.
     */
    status: 'queued' | 'sending' | 'sent' | 'dead' | 'by-hand' | 'held' | 'withdrawn'
    attempts: number
    next_attempt_at: string
    last_error: string | null
    sent_at: string | null
  }

  letter_count: {
    mailbox: string
    day: Day
    letters: number
  }

  letter_quota: {
    network: string
    day: Day
    letters: number
    next_link_at: Generated<string | null>
  }

  pace: { name: string; until_ms: number }

  setting: {
    name: string
    value: string
    updated_at: string
  }

  office_hours: {
    id: string
    office_day: string
    open_time: string
    close_time: string
    is_holiday: Flag
    version: Generated<number>
  }

  delivery_day: Row & {
    day: Day
    closed_for: string | null
    capacity: number | null
    version: Generated<number>
    closed_from: Generated<string | null>
    closed_until: Generated<string | null>
  }

  event_price: {
    slot_key: string
    position: number
    label: string
    price: string
  }

  impact: Row & {
    slot: number
    title: string
    value: string
    version: Generated<number>
  }

  journal_post: Versioned &
    FieldColumns<typeof postFields> & {
      slug: string
      cover_base: string | null
      is_draft: Flag
      published_at: string | null
      updated_at: string
    }

  journal_address: {
    slug: string
    post_id: string
  }

  journal_tag: {
    post_id: string
    key: string
    name: string
    position: number
  }

  journal_picture: {
    post_id: string
    picture_base: string
  }

  /** A publication of a page's words and pictures. Rows are only added. */
  page_version: {
    page: string
    number: number
    content: Json
    by_email: string | null
    at: string
  }

  /** A row locks its page, and counts its changes. The content is null while nothing waits to be published. */
  page_draft: {
    page: string
    content: Json | null
    version: number
    by_email: string | null
    at: string
  }

  /** A picture that a version of a page names, or its draft, whose number is 0. */
  page_picture: {
    page: string
    number: number
    picture_base: string
  }

  user: AccountRow & {
    name: string
    email: string
    emailVerified: Flag
    image: string | null
    firstname: string
    lastname: string
    phone: string
    usertype: 'admin' | 'user'
    role: StaffRole | 'none'
    instructor_id: Generated<string | null>
    lastSignInAt: string | null
    disabledAt: string | null
  }

  account: AccountRow & {
    accountId: string
    providerId: string
    userId: string
    password: string | null
  }

  session: AccountRow & {
    token: string
    userId: string
    expiresAt: string
    userAgent: string | null
    knownDeviceId: Generated<string | null>
    confirmedAt: Generated<string | null>
  }

  /** `id` is a hash of the ticket that the requesting browser has. */
  one_time_code: Row & {
    purpose: 'sign-up' | 'reset-password' | 'verify-email' | 'change-email'
    email: string
    user_id: string | null
    code_hash: string | null
    new_account: Json | null
    tries: number
    /** Tries of this code from other browsers of the same network, which have other tickets. */
    other_tries: Generated<number>
    asker: string | null
    has_letter: Generated<Flag>
    expires_at: string
    proved_at: string | null
    used_at: string | null
  }

  sign_in_guess: {
    key: string
    fails: number
    allowed_at: string
    last_at: string
  }

  known_device: Row & {
    token_hash: string
    user_id: string
    name: string | null
    last_used_at: string
  }

  invitation: Row & {
    token_hash: string
    email: string
    role: StaffRole
    instructor_id: Generated<string | null>
    invited_by: string | null
    expires_at: string
  }

  two_factor: {
    user_id: string
    secret: string
    confirmed_at: string | null
    last_step: number
    tries: number
    tries_since: string
  }

  recovery_code: {
    code_hash: string
    user_id: string
  }

  passkey: Row & {
    user_id: string
    slot: number
    credential_id: string
    public_key: string
    counter: number
    transports: Json
    name: string
    is_backup_eligible: Flag
    is_backed_up: Flag
    last_used_at: string | null
  }

  passkey_challenge: {
    challenge_hash: string
    purpose: 'register' | 'sign-in'
    user_id: string | null
    expires_at: string
  }

  favourite: {
    user_id: string
    course_id: string
    created_at: string
  }

  product_favourite: {
    user_id: string
    product_id: string
    created_at: string
  }

  saved_recipient: Row & {
    user_id: string
    label: string
    name: string
    phone: string
    address: string
    area: string
    landmark: string | null
    pincode: string
  }

  change: {
    id: Generated<number>
    topic: string
    at: string
  }

  idempotency: {
    key: string
    endpoint: string
    body_hash: string
    status: number
    response: string
    created_at: string
  }

  audit_entry: {
    kind: RecordKind
    record_id: string
    title: string
    id: string
    at: string
    actor_id: string | null
    actor_email: string | null
    action: AuditAction
    changes: Json
  }

  bin_entry: {
    kind: RecordKind
    record_id: string
    title: string
    data: Json | null
    deleted_at: string
    deleted_by: string | null
  }

  file_import: Row & {
    kind: RecordKind
    created_by: string
    taken_back_at: string | null
    taken_back_by: string | null
  }

  file_import_row: { import_id: string; record_id: string }

  status_feedback: Versioned & {
    title: string
    status: string
    description: string
    priority: string
    assigned_to: string
    created_by: string
  }

  rate_count: { key: string; taken: number; ends_at: string }

  /**
   * Triggers alone write these rows. A day's amount is the sum of its slots; writers use several slots, so that they do
   * not wait for one row.
   */
  running_total: {
    figure: string
    day: Day
    slot: number
    amount: number
  }

  student_seats: {
    email: string
    seats: number
    first_day: Day
  }

  enrolled_person: {
    key: string
    seats: number
  }

  seat_count: {
    figure: 'people' | 'bookings'
    slot: number
    entries: number
  }

  /** Triggers alone write these rows (`migrations/baseline/list-totals.ts`). */
  list_total: {
    list: SeatKind | 'order'
    day: Day
    /**
     * A seat's payment state, as if nobody had reported a payment (`unclaimed` in `server/db/debts.ts`); or an order's
     * status, payment status and way of delivery.
     */
    state: string
    slot: number
    entries: number
    amount_in_paise: number
    paid_in_paise: number
    due_in_paise: number
  }
}
