import type { Migration } from 'kysely/migration'
import * as firstTables from './0001-first-tables.ts'
import * as enquiries from './0002-enquiries.ts'
import * as oneTimeCodes from './0003-one-time-codes.ts'
import * as waitingListOffers from './0004-waiting-list-offers.ts'
import * as customRequests from './0005-custom-requests.ts'
import * as auditAndBin from './0006-audit-and-bin.ts'
import * as products from './0007-products.ts'
import * as orders from './0008-orders.ts'
import * as versionsOfSmallRecords from './0009-versions-of-small-records.ts'
import * as staffAccounts from './0013-staff-accounts.ts'
import * as rostersAndMessages from './0014-rosters-and-messages.ts'
import * as people from './0015-people.ts'
import * as runningTotals from './0017-running-totals.ts'
import * as moneyDesk from './0019-money-desk.ts'
import * as emailChange from './0020-email-change.ts'
import * as letters from './0022-letters.ts'
import * as guessing from './0023-guessing.ts'
import * as passkeys from './0024-passkeys.ts'
import * as privatePictures from './0025-private-pictures.ts'
import * as ledger from './0026-ledger.ts'
import * as paymentsGo from './0027-payments-go.ts'
import * as seats from './0028-seats.ts'
import * as localeOfMessages from './0034-locale-of-messages.ts'
import * as linesAreMatchedOnce from './0035-lines-are-matched-once.ts'
import * as store from './0036-store.ts'
import * as journal from './0037-journal.ts'
import * as coupons from './0038-coupons.ts'
import * as recipes from './0039-recipes.ts'
import * as gifts from './0040-gifts.ts'
import * as afterDelivery from './0041-after-delivery.ts'
import * as recipientsAndReminders from './0042-recipients-and-reminders.ts'
import * as batches from './0043-batches.ts'
import * as holds from './0044-holds.ts'
import * as groups from './0045-groups.ts'
import * as askedSeats from './0046-asked-seats.ts'
import * as roles from './0047-roles.ts'
import * as moneyOfSubjects from './0048-money-of-subjects.ts'
import * as closedHours from './0049-closed-hours.ts'
import * as linesOpenAgain from './0050-lines-open-again.ts'
import * as lettersTakenBack from './0051-letters-taken-back.ts'
import * as peopleAtTheDesk from './0052-people-at-the-desk.ts'
import * as receiptNumbers from './0053-receipt-numbers.ts'
import * as filesOfPictures from './0054-files-of-pictures.ts'
import * as questionsOfCourses from './0055-questions-of-courses.ts'
import * as paceOfLetters from './0056-pace-of-letters.ts'
import * as countsOfNetworks from './0057-counts-of-networks.ts'
import * as listsOfAMillion from './0058-lists-of-a-million.ts'
import * as picturesInS3 from './0059-pictures-in-s3.ts'
import * as statesOfOrders from './0060-states-of-orders.ts'
import * as countsOfSeats from './0061-counts-of-seats.ts'
import * as searchIndex from './0062-search-index.ts'
import * as endedHolds from './0063-ended-holds.ts'
import * as wordsOfBookings from './0064-words-of-bookings.ts'
import * as samplesOfWords from './0065-samples-of-words.ts'
import * as askedOrders from './0066-asked-orders.ts'
import * as lettersOfNetworks from './0068-letters-of-networks.ts'
import * as cartsOfNetworks from './0070-carts-of-networks.ts'
import * as namesInOneLine from './0071-names-in-one-line.ts'
import * as printsOfLines from './0072-prints-of-lines.ts'
import * as keysOfReceipts from './0073-keys-of-receipts.ts'
import * as acceptedSums from './0074-accepted-sums.ts'
import * as answeredClosings from './0076-answered-closings.ts'
import * as foldedSearch from './0079-folded-search.ts'
import * as composedLetters from './0080-composed-letters.ts'
import * as correctedOrders from './0082-corrected-orders.ts'

/**
 * In order, forward only (architecture rule 11). A released migration is never edited, nor is what it imports: so it
 * imports files of this folder alone (wall `migrations`), and does tomorrow what it did on the day of its release.
 */
export const migrations: Record<string, Migration> = {
  '0001-first-tables': firstTables,
  '0002-enquiries': enquiries,
  '0003-one-time-codes': oneTimeCodes,
  '0004-waiting-list-offers': waitingListOffers,
  '0005-custom-requests': customRequests,
  '0006-audit-and-bin': auditAndBin,
  '0007-products': products,
  '0008-orders': orders,
  '0009-versions-of-small-records': versionsOfSmallRecords,
  '0013-staff-accounts': staffAccounts,
  '0014-rosters-and-messages': rostersAndMessages,
  '0015-people': people,
  '0017-running-totals': runningTotals,
  '0019-money-desk': moneyDesk,
  '0020-email-change': emailChange,
  '0022-letters': letters,
  '0023-guessing': guessing,
  '0024-passkeys': passkeys,
  '0025-private-pictures': privatePictures,
  '0026-ledger': ledger,
  '0027-payments-go': paymentsGo,
  '0028-seats': seats,
  '0034-locale-of-messages': localeOfMessages,
  '0035-lines-are-matched-once': linesAreMatchedOnce,
  '0036-store': store,
  '0037-journal': journal,
  '0038-coupons': coupons,
  '0039-recipes': recipes,
  '0040-gifts': gifts,
  '0041-after-delivery': afterDelivery,
  '0042-recipients-and-reminders': recipientsAndReminders,
  '0043-batches': batches,
  '0044-holds': holds,
  '0045-groups': groups,
  '0046-asked-seats': askedSeats,
  '0047-roles': roles,
  '0048-money-of-subjects': moneyOfSubjects,
  '0049-closed-hours': closedHours,
  '0050-lines-open-again': linesOpenAgain,
  '0051-letters-taken-back': lettersTakenBack,
  '0052-people-at-the-desk': peopleAtTheDesk,
  '0053-receipt-numbers': receiptNumbers,
  '0054-files-of-pictures': filesOfPictures,
  '0055-questions-of-courses': questionsOfCourses,
  '0056-pace-of-letters': paceOfLetters,
  '0057-counts-of-networks': countsOfNetworks,
  '0058-lists-of-a-million': listsOfAMillion,
  '0059-pictures-in-s3': picturesInS3,
  '0060-states-of-orders': statesOfOrders,
  '0061-counts-of-seats': countsOfSeats,
  '0062-search-index': searchIndex,
  '0063-ended-holds': endedHolds,
  '0064-words-of-bookings': wordsOfBookings,
  '0065-samples-of-words': samplesOfWords,
  '0066-asked-orders': askedOrders,
  '0068-letters-of-networks': lettersOfNetworks,
  '0070-carts-of-networks': cartsOfNetworks,
  '0071-names-in-one-line': namesInOneLine,
  '0072-prints-of-lines': printsOfLines,
  '0073-keys-of-receipts': keysOfReceipts,
  '0074-accepted-sums': acceptedSums,
  '0076-answered-closings': answeredClosings,
  '0079-folded-search': foldedSearch,
  '0080-composed-letters': composedLetters,
  '0082-corrected-orders': correctedOrders,
}
