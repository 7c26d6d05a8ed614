/**
 * The first digits of the pincodes of each state and union territory. If two prefixes match a pincode, the longer one
 * counts. Apart from a few single post offices, the areas of India Post follow the borders of the states. Decision 0109
 * leaves out these post offices.
 */
const prefixes: Record<string, string> = {
  'Andaman and Nicobar Islands': '744',
  'Andhra Pradesh': '51 52 53',
  'Arunachal Pradesh': '790 791 792',
  Assam: '78',
  Bihar: '80 81 82 84 85',
  Chandigarh: '160',
  Chhattisgarh: '49',
  'Dadra and Nagar Haveli and Daman and Diu': '362520 39619 39621 39622 39623',
  Delhi: '11',
  Goa: '403',
  Gujarat: '36 37 38 39',
  Haryana: '12 13',
  'Himachal Pradesh': '17',
  'Jammu and Kashmir': '18 19',
  Jharkhand: '814 815 816 822 825 826 827 828 829 83',
  Karnataka: '56 57 58 59',
  Kerala: '67 68 69',
  Ladakh: '194',
  Lakshadweep: '68255',
  'Madhya Pradesh': '45 46 47 48',
  Maharashtra: '40 41 42 43 44',
  Manipur: '795',
  Meghalaya: '793 794',
  Mizoram: '796',
  Nagaland: '797 798',
  Odisha: '75 76 77',
  Puducherry: '533464 60500 60501 60960 673310',
  Punjab: '14 15 16',
  Rajasthan: '30 31 32 33 34',
  Sikkim: '737',
  'Tamil Nadu': '60 61 62 63 64',
  Telangana: '50',
  Tripura: '799',
  'Uttar Pradesh': '20 21 22 23 24 25 26 27 28',
  Uttarakhand: '248 249 263',
  'West Bengal': '70 71 72 73 74',
}

const stateByPrefix = /* @__PURE__ */ (() =>
  new Map(
    Object.entries(prefixes).flatMap(([state, list]) => list.split(' ').map((prefix) => [prefix, state])),
  ))()

/** Returns the state of a pincode, or null if India Post gives the pincode to no state, as for the army. */
export function stateOfPincode(pincode: string): string | null {
  for (let length = pincode.length; length >= 2; length--) {
    const state = stateByPrefix.get(pincode.slice(0, length))
    if (state !== undefined) return state
  }
  return null
}
