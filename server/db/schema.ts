import type { Generated, Kysely, Transaction } from 'kysely'
import type { ConcernKind } from '../../contract/concerns.ts'
import type { CouponKind, CouponScope, CreditKind, DiscountedKind } from '../../contract/coupon-facts.ts'
import type { DeliveryWay } from '../../contract/delivery-facts.ts'
import type { DueState, LineStatus, PayableKind } from '../../contract/money.ts'
import type {
  AttemptKind,
  ChargeStatus,
  OrderEnd,
  OrderPaymentStatus,
  OrderStatus,
  PhotographKind,
  Substitution,
} from '../../contract/order-facts.ts'
import type { PersonRecordKind } from '../../contract/person-records.ts'
import type { FlowerSays } from '../../contract/recipe-facts.ts'
import type { AuditAction, RecordKind } from '../../contract/records.ts'
import type { PaymentState } from '../../contract/registrations.ts'
import type { StaffRole } from '../../contract/rights.ts'

/** What a repository method takes: it does not matter to it whether it runs in a transaction. */
export type Queryable = Kysely<Schema> | Tx

/** An open transaction: what a function takes that writes, or that reads what must not change meanwhile. */
export type Tx = Transaction<Schema>

type Flag = 0 | 1

export type SeatStatus = 'pending' | 'confirmed' | 'expired' | 'cancelled'

export type SeatKind = 'enrolment' | 'event-booking'

/** `live` until it becomes a booking, its time is up, or it is given back. */
export type SeatHoldState = 'live' | 'completed' | 'ended' | 'released'

export type WaitingStatus = 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left'

/** A copy of what the ledger says, written by triggers alone (`server/db/migrations/0101-debts.ts`). */
interface MoneyCopy {
  paid_in_paise: Generated<number>
  /** What came and has no seat. */
  waits_in_paise: Generated<number>
  refunded_in_paise: Generated<number>
}

/** A school day, `YYYY-MM-DD`. */
type Day = string
/** JSON, kept as text. */
type Json = string

interface Row {
  id: string
  created_at: string
}

/** A record that stays in its table while it is in the bin. */
interface Deletable extends Row {
  deleted_at: string | null
}

interface Person extends Row {
  name: string
  email: string
  phone: string
}

interface OfPayable {
  subject: PayableKind
  subject_id: string
}

/** Of the accounts library, which names its columns. Those that nobody reads or writes are left out. */
interface LibraryRow {
  id: string
  createdAt: string
  updatedAt: string
}

/** The tables, in the SQL that both engines share. Instants are UTC ISO text, booleans 0 or 1, money is whole paise. */
export interface Schema {
  // Pictures, which every part shows

  /** One stored picture; its files are named by `base` (a hash of its content) and width. */
  picture: {
    base: string
    width: number
    height: number
    widths: Json
    color: string
    created_at: string
    /** When a stranger sent it; null once staff keep it, and for what staff sent. */
    private_since: string | null
  }

  /** Keys of objects in S3 that no row of `picture_file` needs, or not yet: from `due_at` on they may go. */
  picture_leftover: { object: string; due_at: string }

  /** How many pictures strangers sent in a day of the school, by network. */
  picture_quota: {
    /** A keyed hash of the network and the day. Empty in the one row that is locked to count all of them. */
    network: string
    day: Day
    taken: number
  }

  /** On PostgreSQL: the files of pictures, for every server. `name` is the path below the uploads. */
  picture_file: {
    name: string
    base: string
    /** Null where `object` is the key of the object in S3 that has them. */
    bytes: Uint8Array | null
    object: string | null
    stored_at: string
  }

  // People

  instructor: Deletable & {
    name: string
    email: string
    phone: string | null
    specialization: string | null
    bio: string | null
    highlights: Json
    experience_years: number | null
    hourly_rate_in_paise: number | null
    picture_base: string | null
    is_active: Flag
    version: Generated<number>
  }

  /** Students whom staff wrote down or imported; those who enrolled on the site have no row here. */
  student: Deletable & {
    name: string
    /** Lower case, unique; empty of somebody who gave none. */
    email: string
    phone: string | null
    note: string | null
    version: Generated<number>
  }

  contact: Person

  /** Links in letters name the row's id instead of the address. */
  newsletter_subscriber: Row & { email: string }

  /** Two records that staff joined: they are of one person. */
  person_link: Row & {
    one_kind: PersonRecordKind
    one_id: string
    other_kind: PersonRecordKind
    other_id: string
    /** The account of who joined them. */
    created_by: string
  }

  // Courses

  course: Deletable & {
    slug: string
    title: string
    description: string
    price_in_paise: number
    original_price_in_paise: number | null
    duration: string
    sessions: number
    features: Json
    faq: Generated<Json>
    popular: Flag
    category: string
    instructor: string | null
    rating: number | null
    picture_base: string | null
    version: number
    updated_at: string
  }

  /** A room in which batches meet. */
  room: Row & {
    name: string
    /** If it is not at the school's own address. */
    address: string | null
    version: Generated<number>
    deleted_at: Generated<string | null>
  }

  /** A run of a course. `taken` counts confirmed seats, live holds of both kinds and open offers of the waiting list. */
  batch: Row & {
    course_id: string
    /** Null for the undated batch, which becomes the next dated one. */
    starts_on: Day | null
    starts_at: string | null
    /** The day of its last meeting; null without meetings. */
    ends_on: Generated<Day | null>
    /** Null is unlimited. */
    capacity: number | null
    taken: number
    /** Where and by whom, unless a meeting says otherwise. */
    room_id: Generated<string | null>
    instructor_id: Generated<string | null>
    /** Null: what the course costs. */
    price_in_paise: Generated<number | null>
    is_closed: Generated<Flag>
    /** It is sold after it has begun, too. */
    joins_late: Generated<Flag>
    /** Nobody but staff sees it before this day. */
    visible_from: Generated<Day | null>
    /** The closed day on which staff let it stand; null until they are asked. */
    stays_on: Generated<Day | null>
    cancelled_at: Generated<string | null>
    deleted_at: Generated<string | null>
    version: Generated<number>
  }

  /** One day on which a batch meets. Cancelled ones stay, so that calendars hear of it. */
  meeting: Row & {
    batch_id: string
    held_on: Day
    starts_at: string
    ends_at: string
    /** Null: the room and the instructor of the batch. */
    room_id: string | null
    instructor_id: string | null
    topic: string | null
    /** The closed day on which staff let it stand; null until they are asked. */
    stays_on: Generated<Day | null>
    /** Rises with every change, as calendars ask. */
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

  // Seats

  /** A seat in a batch, to be paid for: taken by the enrolment dialog, or booked from the calendar. */
  seat: Person &
    MoneyCopy & {
      kind: SeatKind
      reference: string
      course_id: string
      batch_id: string
      question: string | null
      /** Of an enrolment alone. */
      payment_method: string | null
      /** Of a booking alone: the browser's own reference, unique with course and e-mail. */
      transaction_id: string | null
      amount_in_paise: number
      status: SeatStatus
      hold_until: string | null
      confirmed_at: string | null
      /** Never shown to the student. */
      staff_note: Generated<string | null>
      /** What took `discount_in_paise` off the price; `amount_in_paise` is what is left to pay. */
      coupon_code: Generated<string | null>
      discount_in_paise: Generated<number>
      /** When the person proved to be who they say they are. */
      proved_at: Generated<string | null>
      /** What `mailboxOf` makes of the address. */
      mailbox: Generated<string | null>
      /** Of several seats that one payer took in one go: the payer's seat. Null for one alone. */
      group_id: Generated<string | null>
      /** In which order they were named; the payer's is 0. */
      group_place: Generated<number>
      /** 0 while nobody has said who comes; `name` says then whose guest it is. */
      is_named: Generated<Flag>
      /** Rises when staff correct the address: a link that was sent to an earlier one proves nothing. */
      proof_turn: Generated<number>
    }

  /** A seat that is kept while somebody pays in the booking dialog; no list shows it. It counts in `batch.taken`. */
  silent_hold: Person & {
    /** The reference of the booking that it becomes. */
    reference: string
    course_id: string
    batch_id: string
    mailbox: string
    transaction_id: string
    /** What one seat costs, and how many are kept. */
    amount_in_paise: number
    seats: Generated<number>
    state: SeatHoldState
    hold_until: string
    proved_at: string | null
    /** The booking that it became. */
    seat_id: string | null
  }

  /** A seat that was asked for, and is held once the link in the letter is pressed. It counts nowhere. */
  asked_seat: Person & {
    kind: 'enrolment' | 'event-booking' | 'seat-hold'
    /** Of the seat or hold that it becomes, as its id is. */
    reference: string
    course_id: string
    batch_id: string
    /** The batch's day when it was asked for. */
    starts_on: string | null
    transaction_id: string | null
    amount_in_paise: number
    /** What was sent, to be sent anew. */
    body: Json
    ends_at: string
    pressed_at: string | null
  }

  /** On PostgreSQL whoever holds a seat or an order by this phone or mailbox takes turns with others of the same. */
  hold_person: {
    /** A keyed hash. */
    key: string
    day: Day
  }

  /** How many holds a network took in a day of the school without a proof. */
  hold_quota: {
    /** A keyed hash of the network and the day. */
    network: string
    day: Day
    taken: number
  }

  /** Somebody who asked for a seat in a full batch. */
  waiting_list_entry: Row & {
    batch_id: string
    full_name: string
    email: string
    phone: string
    status: Generated<WaitingStatus>
    /** Order of joining within the batch. */
    place: number
    offer_until: string | null
    enrolment_id: string | null
    proved_at: Generated<string | null>
  }

  // Money

  /** Somebody says that they have paid; open until a receipt answers it. */
  claim: OfPayable & {
    id: string
    provider: string
    provider_id: string | null
    amount_in_paise: number
    claimed_at: string
    /** 0 once a receipt names it; written by triggers alone. */
    is_open: Generated<Flag>
  }

  /** One sum that arrived, was sent back, or was entered by mistake. Never changed: a later entry names it. */
  receipt: {
    id: string
    kind: 'received' | 'refund' | 'reversal'
    /** Of a refund and a reversal: whose money it takes back. */
    receipt_id: string | null
    claim_id: string | null
    provider: string
    /** The provider's or the bank's own name for it, as it was recorded. */
    provider_id: string | null
    method: string | null
    reference: string | null
    /** Below zero for what goes back. */
    amount_in_paise: number
    note: string | null
    recorded_by: string | null
    /** Of a sum that came, such as `R-2026-0001`; those of earlier days have none. */
    number: Generated<string | null>
    happened_at: string
    recorded_at: string
  }

  /** How many receipts of a year have a number. */
  receipt_year: {
    year: string
    last: number
  }

  /** Names under which a provider or the bank knows a receipt, each once while the money is here. */
  receipt_key: {
    provider: string
    provider_id: string
    receipt_id: string
  }

  /** Which part of a receipt pays for what; the parts add up to it. Money that loses its seat moves from `pays` to `waits`. */
  allocation: OfPayable & {
    id: string
    receipt_id: string
    purpose: 'pays' | 'waits'
    amount_in_paise: number
    at: string
  }

  /** A credit of a bank statement that staff brought in. */
  statement_line: Row & {
    fingerprint: string
    /** The files in which it was found, a name a line. */
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

  /** The line of a statement in which a receipt was found; the line says who found it. */
  bank_match: {
    line_id: string
    receipt_id: string
    matched_at: string
  }

  /** A view: where the money of every seat, order and fee stands (`server/db/debts.ts`). */
  money_state: OfPayable & {
    owes_in_paise: number
    paid_in_paise: number
    /** What arrived and has no seat. */
    unseated_in_paise: number
    is_claimed: Flag
    due_in_paise: number
    state: DueState
    /** The same as `due`, but nothing where it has ended. */
    rest_in_paise: number
    /** What is not here, of what waits for staff too. */
    lack_in_paise: number
    payment: PaymentState
  }

  // The store

  product: Deletable & {
    name: string
    description: string
    price_in_paise: number
    categories: Json
    quantity: number
    /** Whether staff offer it for sale at all. */
    is_offered: Flag
    is_featured: Flag
    is_custom: Flag
    custom_label: string | null
    /** Unique; a part of its address in the store. Never null. */
    slug: Generated<string>
    badge: Generated<string | null>
    /** The lowest of its sizes where it has any, as `price_in_paise` is. */
    original_price_in_paise: Generated<number | null>
    /** Days that it must be ordered before; 0 is the same day. */
    lead_days: Generated<number>
    /** A list of `DeliveryWay`; null for all of them. */
    ways: Generated<Json | null>
    is_addon: Generated<Flag>
    care: Generated<string | null>
    substitution: Generated<string | null>
    /** Whether its page says what is inside. */
    shows_recipe: Generated<Flag>
    updated_at: string
    version: Generated<number>
  }

  /** A product without sizes has no row here, and its own price. */
  product_size: {
    id: string
    product_id: string
    position: number
    name: string
    price_in_paise: number
    stems: number | null
  }

  /** `slot` is 0 to 4. */
  product_picture: {
    product_id: string
    slot: number
    picture_base: string
  }

  /** Somebody who asked to hear when a product is back. */
  stock_wish: Row & {
    product_id: string
    email: string
  }

  /** The florist buys these. The usual price and size are those of one bunch. */
  flower: Deletable & {
    /** The name is singular. No two that are not deleted share it, also in other capitals. */
    name: string
    /** Null where it is the name with an s. */
    plural: string | null
    /** The unit that is counted: `stem`, `string`. */
    unit: string
    says: FlowerSays
    bunch_size: number
    price_in_paise: number
    version: Generated<number>
  }

  /** A recipe lists what one product, one of its sizes, or one student of a course takes. */
  recipe: Deletable & {
    product_id: string | null
    /** Empty for a product without sizes, and for a course. */
    size_id: Generated<string>
    course_id: string | null
    version: Generated<number>
  }

  recipe_stem: {
    recipe_id: string
    position: number
    flower_id: string
    count: number
    waste_percent: number
  }

  delivery_zone: Deletable & {
    name: string
    /** A list of pincodes, or of what they begin with. */
    pincodes: Json
    /** Null where this type is not offered. */
    standard_fee_in_paise: number | null
    express_fee_in_paise: number | null
    midnight_fee_in_paise: number | null
    /** The zone's fee is 0 from this subtotal on; null is never. */
    free_from_in_paise: number | null
    version: Generated<number>
  }

  delivery_slot: Deletable & {
    name: string
    way: DeliveryWay
    /** `HH:MM`. A slot that ends before it begins begins on the evening before. */
    starts_at: string
    ends_at: string
    fee_in_paise: number
    /** Orders in a day; null is unlimited. */
    capacity: number | null
    closes_on: 'same-day' | 'day-before'
    closes_at: string
    version: Generated<number>
  }

  /** How many orders hold a slot of a day. */
  slot_day: {
    slot_id: string
    day: Day
    taken: Generated<number>
  }

  /** A visitor's, known by a token; or that of an account. */
  cart: Row & {
    token_hash: string | null
    user_id: string | null
    /** A keyed hash of the guest's network and the day on which the cart was made; gone the day after. */
    network: string | null
    updated_at: string
  }

  cart_line: Row & {
    cart_id: string
    product_id: string
    size_id: string | null
    answer: string | null
    quantity: number
    /** The visitor was shown this price last. */
    price_seen_in_paise: number
  }

  /** How many carts guests of one network made in a day. */
  cart_quota: {
    /** A keyed hash of the network and the day. */
    network: string
    day: Day
    taken: number
  }

  // Orders

  shop_order: Row &
    MoneyCopy & {
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
      /** A smaller sum that staff accepted as the price; null while the total is. */
      accepted_in_paise: Generated<number | null>
      payment_method: string
      payment_status: OrderPaymentStatus
      /** When its money was settled; it stays after a refund. */
      paid_at: string | null
      updated_at: string
      version: Generated<number>
      /** Whose order it is; null for a guest's. */
      user_id: Generated<string | null>
      /** The parts of `delivery_address`; all null for orders from before the store. */
      recipient_name: Generated<string | null>
      recipient_phone: Generated<string | null>
      address: Generated<string | null>
      area: Generated<string | null>
      landmark: Generated<string | null>
      pincode: Generated<string | null>
      /** The state or union territory it goes to; null for a pickup and for orders from before it was kept. */
      state: Generated<string | null>
      zone_name: Generated<string | null>
      way: Generated<DeliveryWay | null>
      slot_id: Generated<string | null>
      /** Name and window of the slot at that moment. */
      slot_name: Generated<string | null>
      delivery_day: Generated<Day | null>
      /** The closed day on which staff let it stand; null until they are asked. */
      stays_on: Generated<Day | null>
      window_from: Generated<string | null>
      window_to: Generated<string | null>
      /** Until when an unpaid order may wait at most: then it has to be made. */
      make_by: Generated<string | null>
      card_message: Generated<string | null>
      substitution: Generated<Substitution | null>
      /** Until when it waits for its money; null once it is paid, cancelled, or was never the store's. */
      hold_until: Generated<string | null>
      /** Who ended a cancelled order. */
      ended_by: Generated<OrderEnd | null>
      /** Of one that is asked for by mail first: until when its letter's link makes it. Until then it has ended by its hold. */
      asked_until: Generated<string | null>
      confirmed_at: Generated<string | null>
      ready_at: Generated<string | null>
      /** What the recipient's link names in place of the order; null for orders from before the store. */
      gift_id: Generated<string | null>
      /** When the recipient told the school that nobody is at home. */
      nobody_home_at: Generated<string | null>
      /** From then on the words of its card stay. */
      card_printed_at: Generated<string | null>
      /** Which of `correctedParts` its buyer corrected, and when last; null while nothing was. */
      corrected: Generated<string | null>
      corrected_at: Generated<string | null>
      /** Whether it counts in `slot_day`. */
      holds_slot: Generated<Flag>
      hides_sender: Generated<Flag>
      calls_buyer: Generated<Flag>
      coupon_code: Generated<string | null>
      /** What the coupon takes off the delivery; the rest of `discount_in_paise` is spread over the lines. */
      fee_discount_in_paise: Generated<number>
      proved_at: Generated<string | null>
      /** What `mailboxOf` makes of the address. */
      mailbox: Generated<string | null>
    }

  shop_order_item: {
    order_id: string
    position: number
    product_id: string | null
    /** Name and price at that moment. */
    product_name: string
    quantity: number
    unit_price_in_paise: number
    total_in_paise: number
    /** How much of the product's stock the order holds. */
    taken: number
    size_id: Generated<string | null>
    size_name: Generated<string | null>
    /** To the product's custom label. */
    answer: Generated<string | null>
    /** Its share of the order's discount. */
    discount_in_paise: Generated<number>
  }

  /** A change of an order's status. Its effects run once, when it can no longer be undone. */
  shop_order_change: {
    id: string
    order_id: string
    /** The order's version after this change. */
    order_version: number
    from_status: OrderStatus
    to_status: OrderStatus
    by_email: string | null
    at: string
    effects_at: string
    effects_done_at: string | null
    undone_at: string | null
    /** An undo brings these back besides the status. */
    from_hold_until: Generated<string | null>
    from_ended_by: Generated<OrderEnd | null>
  }

  /** A try that did not end at the door; never a status. */
  order_attempt: {
    id: string
    order_id: string
    kind: AttemptKind
    note: string | null
    at: string
    by_email: string | null
  }

  /** One of each kind; a later one takes its place. */
  order_photograph: {
    order_id: string
    kind: PhotographKind
    picture_base: string
    at: string
    by_email: string | null
  }

  /** A fee for the next try of a delivery stands beside the order's total. At most one is open. */
  order_charge: Row &
    MoneyCopy & {
      order_id: string
      reference: string
      amount_in_paise: number
      status: ChargeStatus
      by_email: string | null
      ended_at: string | null
    }

  /** The buyer of an order hears of its day each year. */
  yearly_reminder: Row & {
    order_id: string
    /** The day that comes next, and when its letter is due. */
    occasion_on: Day
    due_at: string
  }

  coupon: Deletable & {
    /** Upper case; unique among those that are not in the bin. */
    code: string
    kind: CouponKind
    percent: number | null
    amount_in_paise: number | null
    /** The first and the last day; null is no bound. */
    starts_on: Day | null
    ends_on: Day | null
    /** What the goods of the order, or the course, cost at least. */
    minimum_in_paise: number | null
    /** The largest discount. */
    most_in_paise: number | null
    uses_max: number | null
    /** By one customer. */
    uses_each_max: number | null
    /** How many orders and seats hold a use. */
    uses: Generated<number>
    first_only: Flag
    scope: CouponScope
    /** Names of categories, or ids of products or courses; no course is every course. */
    scope_items: Json
    is_active: Flag
    /** What codes that were made together have in common. */
    series: string | null
    note: string | null
    /** Of a store credit: where it comes from, and the order whose buyer alone may use it. */
    credit_kind: Generated<CreditKind | null>
    credit_order_id: Generated<string | null>
    version: Generated<number>
  }

  /** The use of a coupon by an order or a seat; it stays when it was given back. */
  coupon_use: {
    id: string
    subject: DiscountedKind
    subject_id: string
    coupon_id: string
    /** Keyed hashes: they count a customer's uses and say nothing else. */
    email_key: string
    phone_key: string
    /** Of lines and delivery together. */
    discount_in_paise: number
    used_at: string
    given_back_at: Generated<string | null>
    /** Since when its order is paid, where the coupon is a credit. */
    settled_at: Generated<string | null>
  }

  // Messages

  enquiry: Person & {
    kind: string
    question: string | null
    answered_at: Generated<string | null>
    deleted_at: string | null
    /** The order that a concern is about, and what is wrong with it; both null for every other enquiry. */
    order_id: Generated<string | null>
    concern: Generated<ConcernKind | null>
  }

  enquiry_picture: { enquiry_id: string; position: number; picture_base: string }

  /** The name is null where staff wrote the entry down. */
  custom_request: Deletable & {
    product_id: string | null
    comment: string
    picture_base: string | null
    name: string | null
    email: string | null
    phone: string | null
  }

  /** A message that a transaction promised. `cause` is unique: at most one message per cause. */
  outbox: Row & {
    cause: string
    /**
     * The seat or the place on a waiting list that it is about; null for all else. Of a notice to the school
     * `school-digest`, where it goes with the others of its hour.
     */
    about: Generated<string | null>
    template: string
    channel: 'email' | 'chat'
    recipient: string
    /** The template declares its shape. */
    data: Json
    /** Whether it may say what people typed: chat, and letters to the school or to a proved address. */
    has_typed_words: Generated<Flag>
    locale: Generated<string>
    /**
     * `by-hand`: staff send it from their chat. `dead`: given up. `held`: one too many, until staff send it. `withdrawn`:
     * taken back before it was sent.
     */
    status: 'queued' | 'sending' | 'sent' | 'dead' | 'by-hand' | 'held' | 'withdrawn'
    attempts: number
    next_attempt_at: string
    last_error: string | null
    sent_at: string | null
  }

  /** How many letters went to an unproved address in a day. */
  letter_count: {
    /** Keyed hash of what `mailboxOf` makes of the address. */
    mailbox: string
    day: Day
    letters: number
  }

  /** How many letters to unproved addresses a network caused in a day of the school. */
  letter_quota: {
    /** A keyed hash of the network and the day. */
    network: string
    day: Day
    letters: number
    /** The next link may go from then on, once the network is beyond its first letters. */
    next_link_at: Generated<string | null>
  }

  /** How fast all servers together do something: one row, `letters`. */
  pace: { name: string; until_ms: number }

  // The site

  setting: {
    name: string
    value: string
    updated_at: string
  }

  /** One row a day. */
  office_hours: {
    id: string
    office_day: string
    open_time: string
    close_time: string
    is_holiday: Flag
    version: Generated<number>
  }

  /**
   * A day on which the school is closed, to classes, the hall and deliveries, or delivers as many orders as `capacity`
   * says in each slot. It is named after its first use.
   */
  delivery_day: Row & {
    day: Day
    closed_for: string | null
    capacity: number | null
    version: Generated<number>
    /** `HH:MM`. Both null: closed as a whole, or not at all. */
    closed_from: Generated<string | null>
    closed_until: Generated<string | null>
  }

  event_price: {
    slot_key: string
    position: number
    label: string
    /** Rupees as typed: digits and a decimal point. */
    price: string
  }

  /** `slot` is 1 to 4 and unique, so there are four rows at most. */
  impact: Row & {
    slot: number
    title: string
    value: string
    version: Generated<number>
  }

  /** A post is out if it is no draft and its `published_at` has come. */
  journal_post: Deletable & {
    slug: string
    title: string
    /** Null where the text's own beginning stands for it. */
    excerpt: string | null
    /** Markdown. */
    body: string
    cover_base: string | null
    instructor_id: string | null
    is_draft: Flag
    /** A draft keeps the time it was given, or was out. */
    published_at: string | null
    updated_at: string
    version: Generated<number>
  }

  /** Every address that a post has or had. */
  journal_address: {
    slug: string
    post_id: string
  }

  journal_tag: {
    post_id: string
    /** `tagKey` of the name. */
    key: string
    name: string
    position: number
  }

  /** Pictures inside the text. */
  journal_picture: {
    post_id: string
    picture_base: string
  }

  // Accounts

  user: LibraryRow & {
    name: string
    email: string
    emailVerified: Flag
    image: string | null
    firstname: string
    lastname: string
    phone: string
    usertype: 'admin' | 'user'
    role: StaffRole | 'none'
    /** An instructor's account names its instructor. */
    instructor_id: Generated<string | null>
    lastSignInAt: string | null
    disabledAt: string | null
  }

  account: LibraryRow & {
    accountId: string
    providerId: string
    userId: string
    password: string | null
  }

  session: LibraryRow & {
    token: string
    userId: string
    expiresAt: string
    /** Never written: the school does not keep who signs in from where. */
    ipAddress: string | null
    /** Browser and system in two or three words, e.g. `Firefox on Android`. */
    userAgent: string | null
    /** The device's row may be gone. */
    knownDeviceId: Generated<string | null>
    /** When the password was given last. */
    confirmedAt: Generated<string | null>
  }

  verification: LibraryRow & {
    identifier: string
    value: string
    expiresAt: string
  }

  /** A code sent by mail, also to addresses without an account. `id` is a hash of the ticket that the asker holds. */
  one_time_code: Row & {
    purpose: 'sign-up' | 'reset-password' | 'verify-email' | 'change-email'
    email: string
    user_id: string | null
    /** Keyed hash; null where no code was sent, so that nothing fits it. */
    code_hash: string | null
    /** The account to make once the code is given; only for `sign-up`. */
    new_account: Json | null
    tries: number
    /** Tries at this code with other tickets of the same asker. */
    other_tries: Generated<number>
    /** Keyed hash of the network that asked; null for links, and in older rows. */
    asker: string | null
    /** 0 where too many letters had gone, or for the link of another letter. */
    has_letter: Generated<Flag>
    expires_at: string
    /** When the code was given; a new password may be set from then on. */
    proved_at: string | null
    used_at: string | null
  }

  /** Wrong guesses since the last right one, which deletes the row. */
  sign_in_guess: {
    /** A keyed hash of what is guessed at: an address, a known device, the user of a session. */
    key: string
    fails: number
    /** Guesses before this instant are refused unseen. */
    allowed_at: string
    last_at: string
  }

  /** A browser that somebody has signed in with: other people's wrong guesses do not make it wait. */
  known_device: Row & {
    token_hash: string
    user_id: string
    /** Browser and system in two or three words. */
    name: string | null
    last_used_at: string
  }

  /** The row goes when it is accepted, withdrawn or over. */
  invitation: Row & {
    /** The hash is that of the token in the letter's link. */
    token_hash: string
    email: string
    role: StaffRole
    instructor_id: Generated<string | null>
    invited_by: string | null
    expires_at: string
  }

  two_factor: {
    user_id: string
    /** The secret is sealed (`platform/seal.ts`), as hex. */
    secret: string
    /** When the first code was given; no second factor is asked for before. */
    confirmed_at: string | null
    /** Time step of the last accepted code, so that none is accepted twice. */
    last_step: number
    tries: number
    tries_since: string
  }

  /** The row goes when the code is used. */
  recovery_code: {
    code_hash: string
    user_id: string
  }

  passkey: Row & {
    user_id: string
    /** 1 to 10, unique for each person. */
    slot: number
    /** base64url. */
    credential_id: string
    /** COSE, in base64url. */
    public_key: string
    /** The count stood in its last signature. It is always 0 where the maker does not count. */
    counter: number
    transports: Json
    name: string
    /** Whether its maker may copy it to other devices, and has. */
    is_backup_eligible: Flag
    is_backed_up: Flag
    last_used_at: string | null
  }

  /** The row goes when the challenge is answered. */
  passkey_challenge: {
    challenge_hash: string
    purpose: 'register' | 'sign-in'
    /** The account that adds a passkey; null for a sign-in. */
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

  /** To whom an account's owner sends flowers; nobody else sees it. */
  saved_recipient: Row & {
    user_id: string
    /** What the owner calls them: `Amma`. */
    label: string
    name: string
    phone: string
    address: string
    area: string
    landmark: string | null
    pincode: string
  }

  // The system

  change: {
    id: Generated<number>
    topic: string
    at: string
  }

  /** The answer that a public write gave under its Idempotency-Key. */
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
    /** At that moment; the account may be gone. */
    actor_email: string | null
    action: AuditAction
    /** A list of field, from, to. */
    changes: Json
  }

  bin_entry: {
    kind: RecordKind
    record_id: string
    title: string
    /** The domain needs this to bring the record back. */
    data: Json | null
    deleted_at: string
    deleted_by: string | null
  }

  /** Records that came from one file, so that they can be taken back as a whole. */
  file_import: Row & {
    kind: RecordKind
    /** The account of who brought it in. */
    created_by: string
    taken_back_at: string | null
    taken_back_by: string | null
  }

  file_import_row: { import_id: string; record_id: string }

  status_feedback: Deletable & {
    title: string
    status: string
    description: string
    priority: string
    assigned_to: string
    created_by: string
    version: Generated<number>
  }

  /** On PostgreSQL: how often a network asked all servers for something. `key` is a keyed hash of both. */
  rate_count: { key: string; taken: number; ends_at: string }

  // Triggers keep these from the rows above.

  /** Sums by day, written by triggers alone (`running-totals.ts`). A day's amount is the sum of its slots. */
  running_total: {
    figure: string
    day: Day
    slot: number
    amount: number
  }

  /** Addresses with a confirmed seat, kept by triggers: how many, and the school day of the first. */
  student_seats: {
    email: string
    seats: number
    first_day: Day
  }

  /** People with an active enrolment, written by triggers alone (`migrations/baseline/seat-counts.ts`): an address, or a phone where there is none. */
  enrolled_person: {
    key: string
    seats: number
  }

  /** Written by triggers alone: a figure is the sum of its slots. */
  seat_count: {
    /** People with an active enrolment, and active bookings. */
    figure: 'people' | 'bookings'
    slot: number
    entries: number
  }

  /** Sums of a list by day and state, written by triggers alone (`migrations/baseline/list-totals.ts`): a day's are those of its slots. */
  list_total: {
    list: SeatKind | 'order'
    day: Day
    /** A seat's state says where its money stands while nobody claims anything. An order's state is its status, its money and its way. */
    state: string
    slot: number
    entries: number
    amount_in_paise: number
    paid_in_paise: number
    due_in_paise: number
  }
}
