// The texts of the delivery check in English.

export const heading = 'Check delivery times'
export const deliverTo = 'Deliver to pincode'
export const deliveryDay = 'Delivery day'
export const anyDay = 'Any day'
export const check = 'Check'
export const enterPincode = 'Enter a pincode to see delivery times.'
export const notLoaded = 'We couldn’t load the delivery times. Try again.'
export const reason = ({ reason }: { reason: string }) => `${reason}.`
export const askUs = 'Ask us'
export const question = ({ pincode }: { pincode: string }) => `Can you deliver flowers to ${pincode}?`
export const questionForDay = ({ pincode, day }: { pincode: string; day: string }) =>
  `Can you deliver flowers to ${pincode} on ${day}?`
export const zoneFound = ({ zone }: { zone: string }) => (
  <>
    <span className="font-bold">{zone}.</span> Each item shows when we can deliver it.
  </>
)

export const noDay = ({ days }: { days: number }) =>
  `We can’t deliver this to your pincode in the next ${days} days. Please ask us.`
export const notOnDay = ({ day }: { day: string }) => `We can’t deliver on ${day}.`
export const notOnDayBecause = ({ day, reason }: { day: string; reason: string }) =>
  `We can’t deliver on ${day}. ${reason}.`
export const today = 'Today'
export const tomorrow = 'Tomorrow'
export const dayAndHours = ({ day, hours }: { day: string; hours: string }) => `${day}, ${hours}`
export const ways = { express: 'Express', midnight: 'Midnight', pickup: 'Collection from the studio' }
export const free = 'Free'
