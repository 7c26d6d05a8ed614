// The texts of the contact page in English.

export const title = 'Contact'
export const description = ({ name, city }: { name: string; city: string }) =>
  city
    ? `Where to find ${name} in ${city}, when we are open and how to reach us.`
    : `Where to find ${name}, when we are open and how to reach us.`
export const eyebrow = 'Call, write or visit'
export const eyebrowWithoutPhone = 'Write to us'
export const heading = 'Get in\nTouch'
export const lead = 'Have a question? We’re happy to help.'
export const chatOrder = 'WhatsApp Order'
export const chat = 'WhatsApp'
export const chatMessage = 'Hello! I would like to order flowers. Could you help me?'
export const callNow = 'Call Now'
export const sendEnquiry = 'Send an enquiry'

export const contactDetails = 'Contact details'
export const phone = 'Phone'
export const email = 'Email'
export const address = 'Address'
export const hours = 'Business Hours'
export const openToday = ({ from, to }: { from: string; to: string }) => `Open today, ${from} - ${to}`
export const opens = ({ day, from }: { day: string; from: string }) => `Closed today. Opens ${day} at ${from}`
export const tomorrow = 'tomorrow'

export const mapOf = ({ address }: { address: string }) => `Map of ${address}`
export const mapLead = 'Loading the map shares your visit with Google.'
export const showMap = 'Show the map here'
export const openMap = 'Open Map'
export const opensInNewTab = ' (opens in a new tab)'
