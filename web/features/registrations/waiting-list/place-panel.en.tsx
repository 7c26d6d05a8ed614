// The texts in English of the page of a place on a waiting list.

import type { ReactNode } from 'react'

export const acceptTerms = (link: (words: ReactNode) => ReactNode) => (
  <>By taking the seat, you accept our {link('course terms')}.</>
)

export const confirmYourPlace = 'Confirm your place'
export const onTheList = 'You’re on the waiting list'
export const seatIsFree = 'A seat has opened for you'
export const seatTaken = 'You’ve taken this seat'
export const offerEnded = 'This offer has ended'
export const leftTheList = 'You’re no longer on the list'
export const listIsOver = 'This waiting list has closed'

export const countsOnceConfirmed =
  'Confirm below that you got our e-mail. You’ll then be on the waiting list. When it’s your turn, we’ll let you know and hold a seat just for you.'
export const youAreNext = 'You’re next. When a seat opens, we’ll let you know and hold it just for you.'
export const inTurn = 'When a seat opens and it’s your turn, we’ll let you know and hold it just for you.'
export const heldForYou =
  'We’re holding it just for you until the time below. After that, we’ll offer it to the next person.'
export const seePaymentPage = 'You’ll find the details on its payment page and in our e-mail.'
export const heldUntilThen = ({ until }: { until: string }) =>
  `We held the seat until ${until} and have released it. If the batch is still full, you can join the list again from the course page.`
export const noLongerHeld =
  'We’re no longer holding the seat. If the batch is still full, you can join the list again from the course page.'
export const noMoreMessages =
  'We won’t contact you about this batch again. If it’s still full, you can join the list again from the course page.'
export const noSeatOpened =
  'We’re sorry. No seat opened for you in this batch. You can look at our other batches.'

export const course = 'Course'
export const batch = 'Batch'
export const yourPlace = 'Your place'
export const number = ({ position }: { position: number }) => `Number ${position}`
export const fee = 'Fee'
export const free = 'Free'
export const heldUntil = 'Held until'

export const confirm = 'Confirm my place'
export const confirming = 'Confirming...'
export const take = 'Take the seat'
export const takeAndPay = 'Take the seat and pay'
export const taking = 'Taking the seat...'
export const decline = 'Decline the seat'
export const yesDecline = 'Yes, decline the seat'
export const keepSeat = 'Keep the seat'
export const leave = 'Leave the list'
export const yesLeave = 'Yes, leave the list'
export const stay = 'Stay on the list'

export const viewSeat = 'View your seat'
export const seeCourse = 'See the course'
export const seeCourses = 'See our courses'

export const pageTitle = 'Waiting list'
export const heading = 'Your place on the waiting list'
export const loading = 'Loading your place'
export const notLoaded = 'We couldn’t load your place'
export const linkIsOld = 'This link no longer works'
export const useNewerLink = 'If you have a newer e-mail from us, use the link in it.'
export const call = ({ phone }: { phone: string }) => `Call ${phone}`
export const notLoadedPlainly = (callOrChat: ReactNode) => (
  <>We couldn’t load your place. Reload this page, or {callOrChat}.</>
)
export const linkIsOldPlainly = (callOrChat: ReactNode) => (
  <>This link no longer works. If you have a newer e-mail from us, use the link in it, or {callOrChat}.</>
)
